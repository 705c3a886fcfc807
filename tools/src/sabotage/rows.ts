import type { Edits } from '@checkin/e2e/support/broken-module'

/** A real module with one thing broken that builds, keeps the contract and conforms: only a renter's whole journey shows it, or many renters. */
export interface WholeRow {
  readonly what: string
  readonly module: string
  readonly edits: Edits
  readonly finding?: string
  /** The earliest gate that has to stop it. */
  readonly gate: 'rehearsal' | 'canary'
  /** The screen at which the release matrix test fails. */
  readonly at?: string
  /** What the registry says of the rollout when browsers visited it; where it only shows in journeys, whose time is 45 minutes, the rollout is simulated. */
  readonly says?: RegExp
}

const upselling = 'src/steps/upselling/view.tsx'
const submit = '<Button action="Submit" busy={busy} deferred onClick={() => submit()}>'

/** Their edits are made in copies of the modules as they are: one that finds nothing to replace fails. */
export const wholeRows: readonly WholeRow[] = [
  { what: 'its buttons do nothing', finding: '1.0.22, ROL-2', module: 'mfe-offers', gate: 'rehearsal', at: 'upselling', edits: { [upselling]: ['onClick={() => without()}', 'onClick={() => undefined}'] } },
  { what: 'takes a no for a yes', module: 'mfe-offers', gate: 'rehearsal', at: 'extras', edits: { 'src/steps/add-extras/model.ts': ['sample({ clock: noPressed, fn: () => ({}), target: extrasDeclined })', 'sample({ clock: noPressed, fn: () => ({}), target: extrasWanted })'] } },
  { what: 'sends what the server refuses', module: 'mfe-driver', gate: 'rehearsal', at: 'driver-document-license', edits: { 'src/steps/driver-document-license/save.ts': ['...body, ...(rowVersion !== undefined && { rowVersion }) }', "...body, driver: { ...body.driver, email: 'nobody' } }"] } },
  { what: 'a step that waits ten seconds after each press', module: 'mfe-offers', gate: 'canary', says: /^extras took longer than \d+ s /, edits: { 'src/steps/extras/view.tsx': [submit, submit.replace('submit()', 'setTimeout(submit, 10_000)')] } },
  { what: 'a step that is reached and never left by who chose something', module: 'mfe-offers', gate: 'canary', says: /^extras was reached and not left /, edits: { 'src/steps/extras/view.tsx': [submit, submit.replace('submit()', 'undefined')] } },
  { what: 'throws when who chose something goes on', finding: '1.0.12', module: 'mfe-offers', gate: 'canary', says: /^broke \d+ of \d+ sessions/, edits: { 'src/steps/extras/view.tsx': [submit, submit.replace('submit()', "{ throw new Error('extras') }")] } },
  { what: 'sells nothing: what was chosen is shown and not kept', module: 'mfe-offers', gate: 'canary', edits: { 'src/steps/extras/model.ts': ['fn: ({ changes, draft }) => ({ draft: decidedDraft(draft, changes) }),', 'fn: ({ draft }) => ({ draft: decidedDraft(draft, []) }),'] } },
]

/** The rows that have these words, all without any. A `--` before them is no word: npm takes it away, and who starts the command without npm does not. */
export const rowsWith = (asked: readonly string[]): readonly WholeRow[] => {
  const wanted = asked.filter((word) => word !== '--').join(' ')
  return wholeRows.filter(({ what }) => what.includes(wanted))
}
