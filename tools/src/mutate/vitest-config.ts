import { defineConfig } from 'vitest/config'
import { areaOf } from './areas.ts'

const { tests, needsDatabase = false } = areaOf(process.env['CHECKIN_MUTATE_AREA'])

/** The tests of one area. */
export default defineConfig({
  test: {
    include: [...tests], environment: 'node', testTimeout: 60_000, hookTimeout: 120_000,
    // A run tries one change in a process of its own: its files may share what they load.
    isolate: false,
    // Of the project itself: the copy that the runner changes has the area's package only.
    globalSetup: needsDatabase ? [process.env['CHECKIN_MUTATE_POSTGRES'] ?? ''] : [],
  },
})
