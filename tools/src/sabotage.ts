import { projectRoot } from '@checkin/tooling/ownership'
import { findTestChromium } from './chromium.ts'
import { offerPostgres } from './offer-postgres.ts'
import { runNode } from './shell-command.ts'

// Every broken version of shell/test/sabotage, and docs/sabotage.md of what stopped each.
offerPostgres()
process.exit(await runNode(projectRoot, ['tools/node_modules/vitest/vitest.mjs', 'run', '--root', '.', 'shell/test/sabotage'], { CHECKIN_CHROMIUM: findTestChromium(), CHECKIN_TEST_WHOLE: '1', CHECKIN_SABOTAGE_REPORT: '1' }))
