import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const browser = ['shell/**', 'mfe-*/**', 'shared/{ui,forms,i18n,card-payment,document-scan,async,rental-summary,terms}/**', 'shared/contracts/{flow,remote}/**']
const never = ['**/node_modules/**', '**/dist/**', '**/.data/**', 'e2e/**']

/** They take half a minute and more each, mostly waiting for processes of their own: whatever runs beside them costs nothing. */
const longest = ['reservation-api/test/upgrade/rolling-upgrade.test.ts', 'reservation-api/test/chaos/server-kills.test.ts', 'reservation-api/test/chaos/database-faults.test.ts', 'card-payment/harness/harness.test.ts', 'shared/ui/gallery', 'shell/test/federation'] as const

/** Begins with the longest files, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((part) => moduleId.includes(part))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/** Two groups: code that runs in a browser is tested with a DOM, services with a real PostgreSQL that starts once per run. */
export const config = defineConfig({
  test: {
    // Many tests wait for a database, a browser or a server: one worker would leave a machine with two processors half idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'browser',
          environment: 'happy-dom',
          include: browser.flatMap((folder) => [`${folder}/*.test.ts`, `${folder}/*.test.tsx`]),
          exclude: never,
          // Some of these drive a real browser; the limit ends what hangs, it measures nothing.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'services',
          environment: 'node',
          include: ['services/**/*.test.ts', 'shared/{releases,server,testing,tooling,driver-rules}/**/*.test.ts', 'shared/contracts/{renter,http,fleet,registry,internal,telemetry,routes}/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: never,
          globalSetup: ['shared/server/src/testing/postgres-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
