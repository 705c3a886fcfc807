import * as z from 'zod'

/** docs/spec/states.json, the state tables S1 to S4: on which state which event leads where, under which guard. */
export const StateRows = z.array(z.strictObject({
  id: z.string(),
  state: z.string(),
  event: z.string(),
  guard: z.string(),
  target: z.string(),
  effects: z.string(),
  /** The rulings that added or changed the row. */
  ruling: z.optional(z.string()),
  /** False for a row that is ruled and not built yet. */
  built: z.optional(z.boolean()),
}))

/** A file that may cite requirements, and its text. */
export interface CitingFile {
  readonly path: string
  readonly text: string
}

/** A citation that leads nowhere. */
export interface DeadCitation {
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  readonly cited: string
}

// One or two digits for the short prefixes: licence numbers of test data and names of elliptic curves look like longer ones.
const ids = /\b(?:(?:SHELL|VERIF|DRIVER|OFFERS|PAY|PRECHK|API|DATA|ERR|CONST|I18N|DEC)-\d+|[PT]-\d{1,2}(?![\w-])|S[1-4]\.\d+b?)(?!\w)/g
const scenarios = /\bP\d{1,2}\b/g
const decisions = /\bdecisions? (\d{4}(?:(?:, | and | to )\d{4})*)/gi
/** Words for a source that is not in the tree: what they stand for can't be looked up. */
const outside = /\b(?:reliability notes|(?:requirements|product|interfaces|quality)\.md|architecture\.md section)/g
const range = /\b([A-Z\d]+-)(\d+)\.\.(\d+)/g

/** Everything that a line cites: requirements, rows of the state tables, payment scenarios, decisions by their four digits. */
export function citedIn(text: string): readonly string[] {
  const line = text.replace(range, '$1$2 $1$3')
  const numbers = [...line.matchAll(decisions)].flatMap(([, list = '']) => list.match(/\d{4}/g) ?? [])
  return [...line.match(ids) ?? [], ...line.match(scenarios) ?? [], ...numbers, ...line.match(outside) ?? []]
}

/** The ids that a text of docs/spec explains: `<a id="DEC-48"></a>`. */
export const anchorsIn = (text: string): readonly string[] => [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id)

/** Ids that stand twice: a citation of them would not say which is meant. */
export function doubled(anchors: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return anchors.filter((id) => seen.has(id) || !seen.add(id))
}

/**
 * Citations that no anchor answers. `decisionFiles` are the names in docs/decisions, which begin with the number. The names E1, I1 and A1
 * are too short to be told from other words and are not looked for. Words of a migration stay as they landed, so sources outside may stand there.
 */
export function deadCitations(files: readonly CitingFile[], anchors: readonly string[], decisionFiles: readonly string[]): readonly DeadCitation[] {
  const known = new Set([...anchors, ...decisionFiles.map((name) => name.slice(0, 4))])
  return files.flatMap(({ path, text }) => text.split('\n').flatMap((content, at) =>
    citedIn(content).filter((cited) => !known.has(cited) && !(path.endsWith('.sql') && cited.match(outside))).map((cited) => ({ path, line: at + 1, cited }))))
}

const titles: Readonly<Record<string, string>> = { S1: 'main flow', S2: 'additional driver', S3: 'pre-checkout', S4: 'inspection' }
const tableMark = '<!-- The tables below are made from states.json by `npm run check -- --write`. -->\n'
const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The text of states.md with its tables made anew from the rows; what stands above them stays. */
export function withStateTables(text: string, rows: z.infer<typeof StateRows>): string {
  const [written = ''] = text.split(tableMark)
  const tables = Object.entries(titles).map(([group, title]) => [
    `## ${group} ${title}`, '',
    '| Id | State | Event | Guard | Target | Effects | Ruling |', '|---|---|---|---|---|---|---|',
    ...rows.filter(({ id }) => id.startsWith(`${group}.`)).map(({ id, state, event, guard, target, effects, ruling = '', built }) =>
      `| <a id="${id}"></a>${id} | ${[state, event, guard, target, effects, built === false ? `${ruling}, not built yet` : ruling].map(cell).join(' | ')} |`),
  ].join('\n'))
  return `${written}${tableMark}\n${tables.join('\n\n')}\n`
}
