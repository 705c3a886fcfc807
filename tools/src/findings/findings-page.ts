import { testsByRow } from '@checkin/tooling/proof-page'
import type { CitingTest } from '@checkin/tooling/proof-titles'

/** What the ids of one look at the product begin with. */
export type Prefix = 'UX' | 'SEC' | 'REL' | 'ECO' | 'CODE'

/** Something that was found wrong once, and that tests hold since. */
export interface Finding {
  readonly id: `${Prefix}-${number}`
  /** How it was. */
  readonly was: string
  /** How it is now, where no ruling says so. */
  readonly now?: string
  /** What of it is not done, and why: such a finding needs no test, and its page says so. */
  readonly open?: string
  /** What rules since: rows of docs/spec/decisions.md, and records of docs/decisions by their file's name without its ending; none where a mend needed no ruling. */
  readonly rulings: readonly (`DEC-${number}` | `0${string}`)[]
}

/** The findings of one look at the product, and their page. */
export interface Findings {
  /** From the root. */
  readonly page: string
  readonly prefix: Prefix
  /** Heading and first sentence of the page, up to the colon after which it says what holds a finding. */
  readonly intro: string
  /** In the order of their numbers. */
  readonly all: readonly Finding[]
}

/** The names of findings, as titles of tests cite them. */
export const findingIds = ({ all }: Findings): ReadonlySet<string> => new Set(all.map(({ id }) => id))

/** Findings that no test holds and that are not said to be open. */
export const unheld = ({ all }: Findings, tests: readonly CitingTest[]): readonly string[] => all.filter(({ id, open }) => open === undefined && !tests.some(({ cited }) => cited.includes(id))).map(({ id }) => id)

const link = (ruling: string): string => (ruling.startsWith('DEC') ? `[${ruling}](spec/decisions.md#${ruling})` : `[${ruling.slice(0, 4)}](decisions/${ruling}.md)`)

/** A page of findings: each with what rules since and the tests whose titles cite it. */
export function findingsPage({ all, intro }: Findings, tests: readonly CitingTest[]): string {
  const held = testsByRow(tests)
  return `${intro}: tests that name it in their title, the table of their cases, their group or the doc comment before them.
Made from \`tools/src/findings\` by \`npm run check -- --write\`; \`npm run check\` fails when a finding has neither a test nor a word on why it is open.

| finding | what it was | ruling | held by |
|---|---|---|---|
${all.map(({ id, was, now, open, rulings }) => `| ${id} | ${was}${now === undefined ? '' : ` Now: ${now}`}${open === undefined ? '' : ` **Open:** ${open}`} | ${rulings.map(link).join(', ')} | ${held(id) || (open === undefined ? '**no test**' : '')} |`).join('\n')}
`
}
