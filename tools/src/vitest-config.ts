import { defineConfig } from 'vitest/config'

const browser = ['shell/**', 'mfe-*/**', 'shared/{ui,forms,flow,i18n,remote,card-fields,document-scan}/**']
const never = ['**/node_modules/**', '**/dist/**', '**/.data/**', 'e2e/**']

/** Two groups: code that runs in a browser is tested with a DOM, services with a real PostgreSQL that starts once per run. */
export const config = defineConfig({
  test: {
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
          include: ['services/**/*.test.ts', 'shared/{api,releases,server,testing,tooling}/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: never,
          globalSetup: ['shared/testing/src/postgres-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
