import { otherBrowsers } from '@checkin/e2e/support/browser'
import { journeys } from './journeys.ts'
import { installedBrowsers } from './other-browsers.ts'

// `npm run browsers`: every journey in Firefox and in WebKit; `npm run browsers -- webkit payment.spec.ts` in one of them, or some of them.
const asked = process.argv.slice(2)
const names = installedBrowsers().filter((name) => otherBrowsers.every((each) => !asked.includes(each)) || asked.includes(name))
if (names.length === 0) {
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}
const more = asked.filter((each) => otherBrowsers.every((name) => name !== each))
const { passed, failed } = await journeys('all', [...names.map((name) => `--project=${name}`), ...more], { CHECKIN_E2E_BROWSERS: names.join(',') })
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
