import { defineConfig } from 'vitest/config'
import { areaOf } from './areas.ts'

const { tests, environment, needsDatabase = false } = areaOf(process.env['CHECKIN_MUTATE_AREA'])

/** The tests of one area, in the surroundings that they have in `npm test`. */
export default defineConfig({
  test: {
    include: [...tests], environment, testTimeout: 60_000, hookTimeout: 120_000,
    globalSetup: needsDatabase ? ['shared/server/src/testing/postgres-once.ts'] : [],
  },
})
