import { fileURLToPath } from 'node:url'
import { freshAndUpgraded } from '@checkin/server/testing/schema-upgrade'
import { expect, it } from 'vitest'

/** In the order in which they were released, which is not that of their numbers (decision 0129). */
const asReleased = [
  '001-registry', '010-rollouts', '011-health', '030-public-contract', '020-step-results', '021-pinned-verdicts', '031-module-settings', '041-traces', '040-rehearsals',
  '042-service-levels', '050-access', '060-stuck-screens', '055-reach',
]

it.each([asReleased.length, 12])('a database with %i files of earlier releases becomes what a new one is', async (count) => {
  const { fresh, upgraded } = await freshAndUpgraded({ schema: 'registry', migrations: fileURLToPath(new URL('../../migrations', import.meta.url)) }, asReleased.slice(0, count))
  expect(upgraded).toEqual(fresh)
})
