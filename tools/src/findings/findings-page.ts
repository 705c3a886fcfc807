import { testsByRow } from '@checkin/tooling/proof-page'
import type { CitingTest } from '@checkin/tooling/proof-titles'

/** Something that was found wrong once, and that tests hold since. */
export interface Finding {
  readonly id: `${'UX' | 'SEC'}-${number}`
  /** How it was. */
  readonly was: string
  /** How it is now, where no ruling says so. */
  readonly now?: string
  /** What rules since: rows of docs/spec/decisions.md, and records of docs/decisions by their file's name without its ending; none where a mend needed no ruling. */
  readonly rulings: readonly (`DEC-${number}` | `0${string}`)[]
}

/** The findings of one look at the product, and their page. */
export interface Findings {
  /** From the root. */
  readonly page: string
  readonly prefix: 'UX' | 'SEC'
  /** Heading and first sentence of the page, up to the colon after which it says what holds a finding. */
  readonly intro: string
  /** In the order of their numbers. */
  readonly all: readonly Finding[]
}

/** The names of findings, as titles of tests cite them. */
export const findingIds = ({ all }: Findings): ReadonlySet<string> => new Set(all.map(({ id }) => id))

/** Findings that no test holds. */
export const unheld = ({ all }: Findings, tests: readonly CitingTest[]): readonly string[] => all.map(({ id }) => id).filter((id) => !tests.some(({ cited }) => cited.includes(id)))

const link = (ruling: string): string => (ruling.startsWith('DEC') ? `[${ruling}](spec/decisions.md#${ruling})` : `[${ruling.slice(0, 4)}](decisions/${ruling}.md)`)

/** A page of findings: each with what rules since and the tests whose titles cite it. */
export function findingsPage({ all, intro }: Findings, tests: readonly CitingTest[]): string {
  const held = testsByRow(tests)
  return `${intro}: tests that name it in their title, the table of their cases, their group or the doc comment before them.
Made from \`tools/src/findings\` by \`npm run check -- --write\`; \`npm run check\` fails when a finding has no test.

| finding | what it was | ruling | held by |
|---|---|---|---|
${all.map(({ id, was, now, rulings }) => `| ${id} | ${was}${now === undefined ? '' : ` Now: ${now}`} | ${rulings.map(link).join(', ')} | ${held(id) || '**no test**'} |`).join('\n')}
`
}
