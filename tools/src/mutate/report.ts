import * as z from 'zod'

const Place = z.object({ line: z.number(), column: z.number() })
/** What the mutation runner leaves behind, as far as it is read here (its report schema, version 2). */
export const MutationReport = z.looseObject({
  files: z.record(z.string(), z.looseObject({
    source: z.string(),
    mutants: z.array(z.looseObject({ status: z.string(), mutatorName: z.string(), replacement: z.optional(z.string()), location: z.object({ start: Place, end: Place }) })),
  })),
})

/** A change that no test can notice, because the product does the same with it. */
export interface Equivalent {
  /** The end of the file's path. */
  readonly file: string
  /** The text before the change, and after it, on one line each. */
  readonly before: string
  readonly after: string
  readonly reason: string
}

/** A change that no test noticed; `reason` says why it need not, null where nobody has said so. */
export interface Survivor {
  readonly file: string
  readonly line: number
  readonly before: string
  readonly after: string
  readonly reason: string | null
}

/** What a run of one area found. A change that made the tests run for ever was noticed. */
export interface Findings {
  readonly area: string
  readonly killed: number
  readonly survivors: readonly Survivor[]
}

const noticed = new Set(['Killed', 'Timeout'])
const unnoticed = new Set(['Survived', 'NoCoverage'])
/**
 * A report with what tests killed only: a next run that goes on from it tries the rest again, also what took too long, which may have been the
 * machine's fault. Throws a ZodError when it is none.
 */
export function killedOnly(report: unknown): z.infer<typeof MutationReport> {
  const { files, ...rest } = MutationReport.parse(report)
  return { ...rest, files: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, { ...file, mutants: file.mutants.filter(({ status }) => status === 'Killed') }])) }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The text of a source between two places, which are counted from 1. */
function textBetween(source: string, { start, end }: { readonly start: z.infer<typeof Place>; readonly end: z.infer<typeof Place> }): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const cut = lines.map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === lines.length - 1 ? end.column - 1 : undefined))
  return oneLine(cut.join('\n'))
}

/** Reads a report. Throws a ZodError when it is none. */
export function findingsIn(area: string, report: unknown, equivalents: readonly Equivalent[]): Findings {
  const mutants = Object.entries(MutationReport.parse(report).files).flatMap(([file, { source, mutants: own }]) => own.map((mutant) => ({ file, source, ...mutant })))
  const survivors = mutants.filter(({ status }) => unnoticed.has(status)).map(({ file, source, location, replacement = '' }) => {
    const [before, after] = [textBetween(source, location), oneLine(replacement)]
    const known = equivalents.find((each) => file.endsWith(each.file) && each.before === before && each.after === after)
    return { file, line: location.start.line, before, after, reason: known?.reason ?? null }
  })
  return { area, killed: mutants.filter(({ status }) => noticed.has(status)).length, survivors }
}

const share = ({ killed, survivors }: Findings): number => (100 * killed) / Math.max(1, killed + survivors.length)
/** Nine of ten changes have to be noticed, those that change nothing counted as unnoticed. */
export const isEnough = (findings: Findings): boolean => share(findings) >= 90

const code = (text: string): string => `\`${(text.length > 120 ? `${text.slice(0, 117)}...` : text).replaceAll('|', '\\|').replaceAll('`', "'")}\``

/** The text of docs/spec/mutation.md; an area without findings has not run. */
export function mutationPage(areas: readonly (Findings | { readonly area: string })[]): string {
  const run = areas.filter((each): each is Findings => 'survivors' in each)
  const rows = areas.map((each) => ('survivors' in each
    ? `| ${each.area} | ${each.killed + each.survivors.length} | ${each.killed} | ${each.survivors.filter(({ reason }) => reason !== null).length} | ${each.survivors.filter(({ reason }) => reason === null).length} | ${share(each).toFixed(1)} % |`
    : `| ${each.area} | has not run | | | | |`))
  const explained = run.flatMap(({ survivors }) => survivors.filter(({ reason }) => reason !== null))
  const open = run.flatMap(({ survivors }) => survivors.filter(({ reason }) => reason === null))
  const listed = (survivors: readonly Survivor[]): string[] => survivors.map(({ file, line, before, after, reason }) =>
    `| ${file.replace(/^.*\/src\//, '')}:${line} | ${code(before)} | ${code(after === '' ? 'nothing' : after)} |${reason === null ? '' : ` ${reason} |`}`)
  return `${[
    '# Tests of the tests', '',
    'The rules that decide over money, access and data are changed one place at a time, and the tests of the area are run with each change: one that no test notices shows',
    'what is not asserted. `npm run mutate` runs it and makes this page; which sources and tests belong to an area says `tools/src/mutate/areas.ts`. Wanted is 90 % of each area.', '',
    '| area | changes | noticed | equivalent | unnoticed | score |', '|---|---:|---:|---:|---:|---:|', ...rows, '',
    ...(explained.length === 0 ? [] : ['## Changes that change nothing', '', 'Counted as unnoticed in the score.', '', '| where | before | after | why |', '|---|---|---|---|', ...listed(explained), '']),
    ...(open.length === 0 ? [] : ['## Unnoticed', '', '| where | before | after |', '|---|---|---|', ...listed(open), '']),
  ].join('\n').trimEnd()}\n`
}
