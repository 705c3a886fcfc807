import { parse } from 'libpg-query'
import { contractSince } from '@checkin/server'
import * as z from 'zod'

/** What a migration does that servers of the release before do not survive, or that nobody can look into. */
export type MigrationRule =
  | 'drop' | 'drop-column' | 'drop-constraint' | 'drop-default' | 'rename' | 'change-type' | 'not-null' | 'narrower' | 'unique' | 'remove-rows' | 'revoke' | 'opaque'

/** What is wrong with a migration: a statement, or what its header says. */
export interface MigrationProblem {
  readonly rule: MigrationRule | 'contract' | 'loosens'
  /** What is meant, as in `reservation.phone`; of a header what is wrong with it. */
  readonly subject: string
}

/** A migration in its folder. */
export interface LintedMigration {
  readonly name: string
  readonly text: string
  /** Names of the files of earlier releases: only what they brought may be the expanding half of a contract. */
  readonly released: readonly string[]
}

/**
 * Refuses what takes away, in one release, what servers of the release before still need while both run, and what a rollback would lack (decision 0145):
 * the file says `-- contract: since <file>` and that file lies in an earlier release, or it only adds. A foreign key may go at once where a test shows that the
 * release before lives without it, and the file says so (`loosenedKeys`).
 */
export async function migrationProblems({ name, text, released }: LintedMigration): Promise<readonly MigrationProblem[]> {
  const since = contractSince(text)
  if (since !== null) return released.includes(since) && since < name ? [] : [{ rule: 'contract', subject: `${since} is in no earlier release` }]
  const statements = Parsed.parse(await parse(text)).stmts.map(({ stmt }) => stmt)
  const added = additionsOf(statements)
  const loosened = loosenedKeys(text).map(({ key }) => key)
  const found = statements.flatMap((statement) => problemsOf(statement, added))
  const isLoosened = ({ rule, subject }: MigrationProblem, key: string): boolean => rule === 'drop-constraint' && subject.endsWith(`.${key}`)
  const unused = loosened.filter((key) => !found.some((problem) => isLoosened(problem, key)))
  return [...found.filter((problem) => !loosened.some((key) => isLoosened(problem, key))), ...unused.map((key) => ({ rule: 'loosens' as const, subject: `${key} is not dropped here` }))]
}

/** A foreign key that a migration takes away while servers of the release before run, and the test that has one of them work without it. */
export interface LoosenedKey {
  readonly key: string
  readonly test: string
}

/** Lines of a header like `-- loosens: paper_owner_fkey, tested in services/…/papers.test.ts`: without it more is taken, and what the key did with rows nobody may rely on (decision 0284). */
export const loosenedKeys = (text: string): readonly LoosenedKey[] =>
  [...text.matchAll(/^-- loosens: (\w+_fkey), tested in (\S+\.test\.ts)$/gm)].map(([, key = '', test = '']) => ({ key, test }))

const Parsed = z.object({ stmts: z.array(z.object({ stmt: z.record(z.string(), z.unknown()) })).default([]) })
const Relation = z.object({ relation: z.object({ relname: z.string() }) })
const Constraint = z.object({ contype: z.string(), conname: z.string().optional(), raw_expr: z.unknown().optional() })
const Column = z.object({ colname: z.string(), constraints: z.array(z.object({ Constraint })).default([]) })
const Command = z.object({ AlterTableCmd: z.object({ subtype: z.string(), name: z.string().optional(), def: z.record(z.string(), z.unknown()).optional() }) })
const AlterTable = Relation.extend({ cmds: z.array(Command) })
const Index = Relation.extend({ idxname: z.string().optional(), unique: z.boolean().optional(), concurrent: z.boolean().optional() })

type Statement = Readonly<Record<string, unknown>>
type Change = z.infer<typeof Command>['AlterTableCmd']

/** What a file brings itself: nobody else uses it yet. */
interface Additions {
  readonly tables: ReadonlySet<string>
  /** `table.column`. */
  readonly columns: ReadonlySet<string>
  readonly indexes: ReadonlySet<string>
  /** All that the file changes of a table. */
  readonly changes: (table: string) => readonly Change[]
}

const changesOf = (statement: Statement): { readonly table: string; readonly changes: readonly Change[] } | null => {
  const altered = AlterTable.safeParse(statement['AlterTableStmt'])
  return altered.success ? { table: altered.data.relation.relname, changes: altered.data.cmds.map(({ AlterTableCmd }) => AlterTableCmd) } : null
}

function additionsOf(statements: readonly Statement[]): Additions {
  const tables = new Set(statements.flatMap(({ CreateStmt }) => {
    const made = Relation.safeParse(CreateStmt)
    return made.success ? [made.data.relation.relname] : []
  }))
  const altered = statements.flatMap((statement) => changesOf(statement) ?? [])
  const columns = new Set(altered.flatMap(({ table, changes }) => changes.flatMap(({ subtype, def }) => (subtype === 'AT_AddColumn' ? [`${table}.${Column.parse(def?.['ColumnDef']).colname}`] : []))))
  const indexes = new Set(statements.flatMap(({ IndexStmt }) => Index.safeParse(IndexStmt).data?.idxname ?? []))
  return { tables, columns, indexes, changes: (name) => altered.filter(({ table }) => table === name).flatMap(({ changes }) => changes) }
}

/** Statements that are refused whatever they are about. */
const always: Readonly<Record<string, MigrationRule>> = {
  RenameStmt: 'rename', AlterObjectSchemaStmt: 'rename', TruncateStmt: 'remove-rows', DeleteStmt: 'remove-rows', AlterPolicyStmt: 'narrower',
}

/** The parser does not see into a block: one in which such a word stands is written as plain statements. */
const takesAway = /\b(drop|truncate|delete|rename|revoke|unique|type|not\s+null)\b/i

function problemsOf(statement: Statement, added: Additions): readonly MigrationProblem[] {
  const [kind = '', content] = Object.entries(statement)[0] ?? []
  const refused = always[kind]
  if (refused !== undefined) return [{ rule: refused, subject: namesIn(content).join(' ') }]
  if (kind === 'DoStmt') return namesIn(content).some((body) => takesAway.test(body)) ? [{ rule: 'opaque', subject: takesAway.exec(namesIn(content).join(' '))?.[0] ?? '' }] : []
  if (kind === 'DropStmt') return namesIn(content).every((name) => added.indexes.has(name)) ? [] : [{ rule: 'drop', subject: namesIn(content).join(' ') }]
  if (kind === 'GrantStmt') return z.object({ is_grant: z.boolean() }).safeParse(content).success ? [] : [{ rule: 'revoke', subject: namesIn(content).join(' ') }]
  if (kind === 'IndexStmt') return uniqueIndex(content, added)
  const altered = changesOf(statement)
  if (!altered || added.tables.has(altered.table)) return []
  return altered.changes.flatMap((change) => changeProblems(altered.table, change, added))
}

/** Servers of the release before may write the same value twice; a column that they do not know stays empty with them. */
function uniqueIndex(content: unknown, { tables, columns }: Additions): readonly MigrationProblem[] {
  const { relation: { relname }, unique, concurrent } = Index.parse(content)
  const isHarmless = unique !== true || concurrent === true || tables.has(relname) || namesIn(content).some((each) => columns.has(`${relname}.${each}`))
  return isHarmless ? [] : [{ rule: 'unique', subject: namesIn(content).join(' ') }]
}

function changeProblems(table: string, { subtype, name = '', def }: Change, added: Additions): readonly MigrationProblem[] {
  const problem = (rule: MigrationRule, what = name): readonly MigrationProblem[] => [{ rule, subject: `${table}.${what}` }]
  const isNew = added.columns.has(`${table}.${name}`)
  switch (subtype) {
    case 'AT_DropColumn': return isNew ? [] : problem('drop-column')
    case 'AT_AlterColumnType': return isNew ? [] : problem('change-type')
    case 'AT_ColumnDefault': return def || isNew ? [] : problem('drop-default')
    case 'AT_SetNotNull': return problem('not-null')
    case 'AT_AddColumn': return addedColumn(table, Column.parse(def?.['ColumnDef']))
    case 'AT_DropConstraint': return added.changes(table).some((other) => nameOfAdded(other) === name) ? [] : problem('drop-constraint')
    case 'AT_AddConstraint': return addedConstraint(table, def, added)
    // Between the two a backfill saw the rows of all tenants.
    case 'AT_EnableRowSecurity': return hasChange(added, table, 'AT_DisableRowSecurity') ? [] : problem('narrower', 'row security')
    case 'AT_ForceRowSecurity': return hasChange(added, table, 'AT_NoForceRowSecurity') ? [] : problem('narrower', 'row security')
    default: return []
  }
}

const hasChange = ({ changes }: Additions, table: string, wanted: string): boolean => changes(table).some(({ subtype }) => subtype === wanted)

/** Functions that give no two rows the same value. */
const givesEachItsOwn: ReadonlySet<string> = new Set(['gen_random_uuid', 'uuidv4', 'uuidv7', 'nextval'])

/** Servers of the release before write rows without it. */
function addedColumn(table: string, { colname, constraints }: z.infer<typeof Column>): readonly MigrationProblem[] {
  const kinds = constraints.map(({ Constraint: { contype } }) => contype)
  const isFilled = ['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'].some((each) => kinds.includes(each))
  const isNeeded = kinds.includes('CONSTR_NOTNULL') || kinds.includes('CONSTR_PRIMARY')
  const isEachItsOwn = constraints.some(({ Constraint: { contype, raw_expr: value } }) => contype === 'CONSTR_DEFAULT' && namesIn(value).some((name) => givesEachItsOwn.has(name)))
  const isSameTwice = kinds.includes('CONSTR_UNIQUE') && kinds.includes('CONSTR_DEFAULT') && !isEachItsOwn
  return isSameTwice ? [{ rule: 'unique', subject: `${table}.${colname}` }] : isNeeded && !isFilled ? [{ rule: 'not-null', subject: `${table}.${colname}` }] : []
}

const constraintOf = (def: Change['def']) => Constraint.safeParse(def?.['Constraint']).data
const nameOfAdded = ({ subtype, def }: Change): string | undefined => (subtype === 'AT_AddConstraint' ? constraintOf(def)?.conname : undefined)

/** One that takes the place of its namesake is a check that lets more pass, which a reviewer looks at; one about new columns finds them empty. */
function addedConstraint(table: string, def: Change['def'], added: Additions): readonly MigrationProblem[] {
  const constraint = constraintOf(def)
  const isReplacing = constraint?.conname !== undefined && added.changes(table).some(({ subtype, name }) => subtype === 'AT_DropConstraint' && name === constraint.conname)
  const isAboutNew = namesIn(def).some((each) => added.columns.has(`${table}.${each}`))
  if (isReplacing || isAboutNew) return []
  return [{ rule: constraint?.contype === 'CONSTR_UNIQUE' || constraint?.contype === 'CONSTR_PRIMARY' ? 'unique' : 'narrower', subject: `${table}.${constraint?.conname ?? 'constraint'}` }]
}

/** Every name within a part of a statement, in its order. */
function namesIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => (typeof value === 'string' && ['sval', 'relname', 'name', 'colname', 'subname'].includes(key) ? [value] : namesIn(value)))
}
