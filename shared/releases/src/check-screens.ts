import { isProvided, reservedRoots, rowDefaults, type SparseRow } from '@checkin/routes/row'
import type { ModuleManifest } from './manifest.ts'
import { rowsOfFlow, type ScreenSource } from './set-screens.ts'

/** Why the screens of a set could not be walked (DEC-196). */
export type ScreenProblem =
  /** The manifest names other screens than its rows do. */
  | { readonly code: 'screens-differ'; readonly module: string; readonly screen: string }
  | { readonly code: 'screen-of-another'; readonly module: string; readonly screen: string; readonly owner: string }
  | { readonly code: 'path-taken'; readonly module: string; readonly path: string; readonly by: string }
  | { readonly code: 'path-reserved'; readonly module: string; readonly path: string }
  /** A screen of the flow's contract with another path, other needs, or whatever else is not its module's to say. */
  | { readonly code: 'contract-changed'; readonly module: string; readonly screen: string; readonly field: string }
  /** Only the flow's contract may say this of a screen. */
  | { readonly code: 'not-granted'; readonly module: string; readonly screen: string; readonly field: string }
  | { readonly code: 'need-unmet'; readonly module: string; readonly screen: string; readonly needs: string }
  /** Stands after no screen that the shell's flow offers for that, or within none of its own. */
  | { readonly code: 'unknown-place'; readonly module: string; readonly screen: string; readonly place: string }
  | { readonly code: 'unknown-lead'; readonly module: string; readonly screen: string; readonly event: string; readonly to: string }
  | { readonly code: 'foreign-event'; readonly module: string; readonly screen: string; readonly event: string }
  | { readonly code: 'screen-unreached' | 'dead-end'; readonly module: string; readonly screen: string }

/** What a module says of a screen of the flow's contract: how it looks and what is likely, never what it needs or where it stands. */
const looks = new Set(['frame', 'container', 'stepper', 'likelyNext', 'stay'])
/** What a module says of a screen of its own. Everything else has its default. */
const own = new Set(['name', 'module', 'path', 'needs', 'safe', 'leave', 'after', 'within', 'leads', ...looks])

/** What a screen that stands alone says beside that. */
const ownAlone = new Set([...own, 'link'])
const alonePath = /^\/[a-z0-9-]+\/:guid$/

/** A screen that belongs to no flow (DEC-208): a link brings all that it needs, it is at the link's address alone, and leads nowhere. */
const standsAlone = ({ link, leads }: SparseRow): boolean => link === true && leads !== undefined && leads !== null && Object.keys(leads).length === 0

const text = (value: unknown): string => JSON.stringify(value ?? null)
const fieldOf = (row: SparseRow, field: string): unknown => ({ ...rowDefaults, ...row })[field as keyof SparseRow]

const segmentsOf = (path: string): string[] => path.split('/').slice(1)

/** Whether an address may be meant by both. One segment may always be a link's token: literal names go before it. */
function overlap(path: string, other: string): boolean {
  const [these, those] = [segmentsOf(path), segmentsOf(other)]
  if (these.length !== those.length || (path !== other && these.length === 1)) return false
  return these.every((segment, at) => segment === those[at] || segment.startsWith(':') || (those[at] ?? '').startsWith(':'))
}

/** A row of the flow's contract, beside the one that the shell was built with. */
function contractProblems(module: string, row: SparseRow, known: SparseRow | undefined): readonly ScreenProblem[] {
  const screen = row.name
  if (!known) return [{ code: 'screen-unreached', module, screen }]
  if (known.module !== module) return [{ code: 'screen-of-another', module, screen, owner: known.module }]
  const fields = new Set([...Object.keys(row), ...Object.keys(known)])
  return [...fields].filter((field) => !looks.has(field) && text(fieldOf(row, field)) !== text(fieldOf(known, field))).map((field) => ({ code: 'contract-changed', module, screen, field }))
}

/** A screen that stands alone asks for nothing of a session, and is in no place of the flow; a shell from before does not look at it. */
function aloneProblems(module: string, row: SparseRow, slots: readonly string[]): readonly ScreenProblem[] {
  const { name: screen, path, after = null, within = null, needs = rowDefaults.needs } = row
  return [
    ...Object.keys(row).filter((field) => !ownAlone.has(field)).map((field) => ({ code: 'not-granted' as const, module, screen, field })),
    ...(alonePath.test(path) ? [] : [{ code: 'not-granted' as const, module, screen, field: 'path' }]),
    ...(needs === 'nothing' ? [] : [{ code: 'need-unmet' as const, module, screen, needs }]),
    ...(after === null && within === null && slots.length > 0 ? [] : [{ code: 'unknown-place' as const, module, screen, place: after ?? within ?? '' }]),
  ]
}

/** Where the row of a provided screen leads, and what it may not say. */
function rowProblems(module: string, row: SparseRow, rows: readonly SparseRow[], slots: readonly string[]): readonly ScreenProblem[] {
  if (standsAlone(row)) return aloneProblems(module, row, slots)
  const { name: screen, path, leads, after = null, within = null } = row
  const problems: ScreenProblem[] = []
  for (const field of Object.keys(row)) if (!own.has(field)) problems.push({ code: 'not-granted', module, screen, field })
  if (row.stay === 'end') problems.push({ code: 'not-granted', module, screen, field: 'stay' })
  if (path.includes(':')) problems.push({ code: 'not-granted', module, screen, field: 'path' })
  if (row.needs !== undefined && row.needs !== 'reservation') problems.push({ code: 'need-unmet', module, screen, needs: row.needs })
  const isEntry = (name: string): boolean => rows.some((each) => each.name === name && each.after !== undefined && each.after !== null)
  const isPlaced = after === null ? within !== null && within !== screen && isEntry(within) : within === null && slots.includes(after)
  if (!isPlaced) problems.push({ code: 'unknown-place', module, screen, place: after ?? within ?? '' })
  for (const [event, { to }] of Object.entries(leads ?? {})) {
    if (!event.startsWith(`${module.slice('mfe-'.length)}/`)) problems.push({ code: 'foreign-event', module, screen, event })
    if (to !== 'next' && to !== 'back' && !rows.some((each) => each.name === to && !standsAlone(each))) problems.push({ code: 'unknown-lead', module, screen, event, to })
  }
  return problems
}

/** All that is found by going on from some screens, step by step. */
export function closure(from: Iterable<string>, stepsOf: (name: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set(from)
  for (const name of found) for (const next of stepsOf(name)) found.add(next)
  return found
}

/** Screens that nobody comes to, and screens that nobody comes on from: over all that a module brings. */
function walkProblems(module: string, rows: readonly SparseRow[], slots: readonly string[]): readonly ScreenProblem[] {
  const leadsOf = (row: SparseRow): readonly string[] => Object.values(row.leads ?? {}).map(({ to }) => to)
  const reached = closure(rows.filter(({ after }) => slots.includes(after ?? '')).map(({ name }) => name), (name) => rows.filter((row) => row.name === name).flatMap(leadsOf))
  const goesOn = closure(['next'], (name) => rows.filter((row) => leadsOf(row).includes(name)).map((row) => row.name))
  return rows.filter((row) => !standsAlone(row)).flatMap(({ name: screen }): ScreenProblem[] => [
    ...(reached.has(screen) ? [] : [{ code: 'screen-unreached' as const, module, screen }]),
    ...(goesOn.has(screen) ? [] : [{ code: 'dead-end' as const, module, screen }]),
  ])
}

function pathProblems(module: string, { name, path }: SparseRow, others: readonly SparseRow[]): readonly ScreenProblem[] {
  const by = others.find((other) => other.name !== name && overlap(path, other.path))
  return [
    ...(reservedRoots.includes(segmentsOf(path)[0] ?? '') ? [{ code: 'path-reserved' as const, module, path }] : []),
    ...(by ? [{ code: 'path-taken' as const, module, path, by: by.name }] : []),
  ]
}

/**
 * Everything that is wrong with the union of the screens of a choice of versions, beside the flow's contract of its shell (DEC-196). Versions from
 * before rows were written down bring screens of the flow's contract only.
 */
export function screenProblems({ shell, modules }: ScreenSource): readonly ScreenProblem[] {
  const contract = rowsOfFlow(shell)
  const known = new Map(contract.map((row) => [row.name, row]))
  const slots = shell.flow?.slots ?? []
  const manifests: readonly ModuleManifest[] = Object.values(modules)
  const provided = manifests.flatMap(({ screens = [] }) => screens.filter(isProvided))
  return manifests.flatMap(({ name: module, steps, screens }): readonly ScreenProblem[] => {
    if (screens === undefined) return []
    const rows = screens.filter(isProvided)
    const names = screens.map(({ name }) => name)
    const differ = [...names.filter((name) => !steps.includes(name)), ...steps.filter((name) => !names.includes(name)), ...names.filter((name, at) => names.indexOf(name) !== at)]
    return [
      ...differ.map((screen) => ({ code: 'screens-differ' as const, module, screen })),
      ...screens.filter((row) => row.module !== module).map(({ name: screen, module: owner }) => ({ code: 'screen-of-another' as const, module, screen, owner })),
      ...screens.filter((row) => !isProvided(row)).flatMap((row) => contractProblems(module, row, known.get(row.name))),
      ...screens.flatMap(({ name: screen, likelyNext }) => Object.values(likelyNext ?? {}).filter((to) => !known.has(to) && !names.includes(to)).map((to) => ({ code: 'unknown-lead' as const, module, screen, event: 'likelyNext', to }))),
      ...rows.flatMap((row) => [
        ...(known.has(row.name) ? [{ code: 'screen-of-another' as const, module, screen: row.name, owner: known.get(row.name)?.module ?? '' }] : []),
        ...pathProblems(module, row, [...contract, ...provided]), ...rowProblems(module, row, rows, slots),
      ]),
      ...walkProblems(module, rows, slots),
    ]
  })
}
