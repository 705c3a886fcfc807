import { typicalCanary } from '@checkin/module-registry/testing/typical-canary'
import { unnoticed } from './canary.ts'
import type { Stopped } from './gates.ts'
import type { Sabotage } from './rows.ts'

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** Renters who notice something: of a version that only heals each, once; of one that only its page tells of, those who get it until it is rolled back, as below. */
const hurtOf = ({ gate }: Stopped): string => (gate === 'heal' ? 'each who gets it, once' : gate === 'canary' ? String(typicalCanary({ breaks: 1, holds: 0 })?.hurt) : '0')

/** Where the part begins that `tools/src/sabotage` writes. */
const wholeProduct = '\n## In the whole product\n'

/** docs/sabotage.md, from what was just seen. `rows`: each broken version and what stopped it. `before`: the page as it was, whose part about the whole product stays. */
export function reportOf(rows: readonly (readonly [Sabotage, Stopped | null])[], before: string): string {
  const kept = before.includes(wholeProduct) ? before.slice(before.indexOf(wholeProduct)) : ''
  return `${[
    '# Broken versions, and what stops them',
    '',
    'Written by `npm run sabotage`. Each is the small module of `shell/test/sabotage` with one thing broken, built by the builder of all modules and taken through the gates in their order: build (with the checks of `checkin-module check`), publishing to a registry and making the set, conformance in Chromium, and the page of a renter who gets it beside a last good version. The same module with nothing broken passes all of them. `npm test` tries a fixed sample.',
    '',
    '| broken | found as | earliest gate | stopped after | renters hurt |',
    '|---|---|---|---|---|',
    ...rows.map(([{ what, finding = '' }, stop]) => line([what, finding, stop?.gate ?? '**unnoticed**', stop ? seconds(stop.afterMs) : '', stop ? hurtOf(stop) : ''])),
    '',
    'Nothing of a module stays when its renter leaves it: [how much of each visit](../bench/README.md#memory-of-modules) is measured.',
    '',
    'What a healed page does is in [rollouts](rollouts.md#healing): the renter sees the step again from the last good version, and the failure is reported, so that the canary analysis takes the version back.',
    '',
    '## What only renters can show',
    'Versions that break by chance, or in what only some have. The canary analysis compares them with the version beside them; the figures are the middle of 51 simulated runs with the registry\'s own comparison, at 50 sessions a minute of which one in ten gets the version, half a percent of sessions broken and three renters in ten giving up a screen by themselves. A stay is known when its time is over, a journey 45 minutes after it began; that comes on top, and so does what is set aside for strangers that lie ([rollouts](rollouts.md#when-strangers-lie)).',
    '',
    '| broken | found as | gate | rolled back after | renters hurt |',
    '|---|---|---|---|---|',
    ...unnoticed.map((version) => {
      const found = typicalCanary(version)
      return line([version.what, version.finding ?? '', found ? 'canary' : '**unnoticed**', found ? `${found.minutes.toFixed(1)} min` : '', found ? String(found.hurt) : ''])
    }),
  ].join('\n')}\n${kept}`
}
