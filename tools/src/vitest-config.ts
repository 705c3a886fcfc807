import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { projectRoot } from '@checkin/tooling/ownership'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders of code that runs in a browser. The files of each group share a worker's page and modules; those of two groups never do. */
const inPages: Readonly<Record<string, readonly string[]>> = {
  shell: ['shell/**'],
  ...Object.fromEntries(readdirSync(projectRoot).filter((name) => name.startsWith('mfe-')).map((name) => [name, [`${name}/**`]])),
  kits: ['shared/{ui,forms,i18n,card-payment,document-scan,async,rental-summary,terms}/**'],
  contracts: ['shared/contracts/{flow,remote}/**'],
}
const never = ['**/node_modules/**', '**/dist/**', '**/.data/**', 'e2e/**']
/** Of the shell, and it needs a registry and its PostgreSQL. */
const sabotage = 'shell/test/sabotage/*.test.ts'

/** They take half a minute and more each, mostly waiting for processes of their own: whatever runs beside them costs nothing. */
const longest = ['reservation-api/test/upgrade/rolling-upgrade.test.ts', 'reservation-api/test/chaos/server-kills.test.ts', 'reservation-api/test/chaos/database-faults.test.ts', 'card-payment/harness/harness.test.ts', 'document-scan/harness/harness.test.ts', 'tools/src/gallery/gallery.test.ts', 'shared/ui/gallery', 'shell/test/federation'] as const

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

/** They put other modules in the place of real ones, before anybody has loaded these. */
const mocking = ['shared/card-payment/src/card-form.test.ts', 'shell/src/telemetry/vitals.test.ts']

const inPage = {
  environment: 'happy-dom' as const,
  setupFiles: ['shared/testing/src/clean-page.ts'],
  // Some of these drive a real browser; the limit ends what hangs, it measures nothing.
  testTimeout: 180_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
}

/** Two groups: code that runs in a browser is tested with a DOM, services with a real PostgreSQL that starts once per run. */
export const config = defineConfig({
  test: {
    // Many tests wait for a database, a browser or a server: as many workers as processors would leave these half idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      // A page and React for each of 130 files took longer than their tests.
      ...Object.entries(inPages).map(([name, folders]) => ({
        test: { ...inPage, name, include: folders.flatMap((folder) => [`${folder}/*.test.ts`, `${folder}/*.test.tsx`]), exclude: [...never, ...mocking, sabotage], isolate: false },
      })),
      { test: { ...inPage, name: 'mocking', include: [...mocking], exclude: never } },
      {
        test: {
          name: 'services',
          environment: 'node',
          // What a file imports is the most of its time; the files share modules and keep nothing in them.
          isolate: false,
          include: ['services/**/*.test.ts', 'shared/{releases,server,testing,tooling,driver-rules}/**/*.test.ts', 'shared/contracts/{renter,http,fleet,registry,internal,telemetry,routes}/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts', sabotage],
          exclude: never,
          globalSetup: ['shared/server/src/testing/postgres-once.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
