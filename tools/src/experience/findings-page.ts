import { testsByRow } from '@checkin/tooling/proof-page'
import type { CitingTest } from '@checkin/tooling/proof-titles'
import { findings, type Finding } from './findings.ts'

/** The names of all findings, as titles of tests cite them. */
export const findingIds: ReadonlySet<string> = new Set(findings.map(({ id }) => id))

/** Findings that no test holds. */
export const unheld = (tests: readonly CitingTest[], all: readonly Finding[] = findings): readonly string[] =>
  all.map(({ id }) => id).filter((id) => !tests.some(({ cited }) => cited.includes(id)))

const link = (ruling: string): string => `[${ruling}](spec/decisions.md#${ruling})`

/** docs/experience-findings.md: each finding with its ruling and the tests whose titles cite it. */
export function findingsPage(tests: readonly CitingTest[]): string {
  const held = testsByRow(tests)
  return `# What renters stumbled over

Findings of walks through the product as renters go, and what holds each of them since: tests that name it in their title, the table of their cases, their group or the doc comment before them.
Made from \`tools/src/experience\` by \`npm run check -- --write\`; \`npm run check\` fails when a finding has no test.

| finding | what it was | ruling | held by |
|---|---|---|---|
${findings.map(({ id, was, rulings }) => `| ${id} | ${was} | ${rulings.map(link).join(', ')} | ${held(id) || '**no test**'} |`).join('\n')}
`
}
