import { defineConfig } from 'vitest/config'
import { areaOf } from './areas.ts'

const { tests, needsDatabase = false } = areaOf(process.env['CHECKIN_MUTATE_AREA'])

/** The tests of one area. */
export default defineConfig({
  test: {
    include: [...tests], environment: 'node', testTimeout: 60_000, hookTimeout: 120_000,
    globalSetup: needsDatabase ? ['shared/server/src/testing/postgres-once.ts'] : [],
  },
})
