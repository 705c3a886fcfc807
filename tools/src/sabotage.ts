import { projectRoot } from '@checkin/tooling/ownership'
import { findTestChromium } from './chromium.ts'
import { offerPostgres } from './offer-postgres.ts'
import { runNode } from './shell-command.ts'

// Every broken version of shell/test/sabotage, then those of tools/src/sabotage in the whole product, and docs/sabotage.md of what stopped each. With words: those of the whole product that have them.
offerPostgres()
const wanted = process.argv.slice(2).filter((word) => word !== '--')
const parts = [
  ...wanted.length > 0 ? [] : [() => runNode(projectRoot, ['tools/node_modules/vitest/vitest.mjs', 'run', '--root', '.', 'shell/test/sabotage'], { CHECKIN_CHROMIUM: findTestChromium(), CHECKIN_TEST_WHOLE: '1', CHECKIN_SABOTAGE_REPORT: '1' })],
  () => runNode(projectRoot, ['tools/src/sabotage/main.ts', ...wanted]),
]
let failed = 0
for (const part of parts) failed += (await part()) === 0 ? 0 : 1
process.exit(failed)
