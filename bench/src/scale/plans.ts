/** A node of a plan as PostgreSQL's `auto_explain` writes it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Actual Total Time'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

/** One statement that PostgreSQL ran, with the plan that it used. */
export interface Ran {
  readonly text: string
  readonly plan: PlanNode
}

/** What a statement cost at its dearest. */
export interface StatementCost {
  readonly statement: string
  readonly times: number
  readonly buffers: number
  readonly rowsRead: number
  readonly ms: number
  readonly indexes: readonly string[]
  /** Tables that were read from end to end. */
  readonly scanned: readonly string[]
}

/** What of a log that is still written to is whole: all but its last message, more of which may come. */
export function wholeMessages(log: string): string {
  let at = log.length
  do at = log.lastIndexOf('\n', at - 1)
  while (at > 0 && (log[at + 1] === '\t' || at === log.length - 1))
  return log.slice(0, at + 1)
}

/** Reads the statements of a server's log: lines of one message begin with a tab, but for its first. */
export function ranStatements(log: string): readonly Ran[] {
  return log.split(/^(?!\t)/m).flatMap((message) => {
    const at = message.search(/LOG: {2}duration: [\d.]+ ms {2}plan:/)
    if (at < 0) return []
    // What follows a plan of a function is its context, on lines of its own.
    const plan = JSON.parse(message.slice(message.indexOf('{', at)).replaceAll(/^\t/gm, '')) as { readonly 'Query Text': string; readonly Plan: PlanNode }
    return [{ text: plan['Query Text'], plan: plan.Plan }]
  })
}

/** The text of a statement without what differs from call to call: how many values a list has, names of lines of a batch, spaces. */
export function normalized(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/\$\d+/g, '$').replaceAll(/\((?:\$(?:::\w+)?, ?)+\$(?:::\w+)?\)/g, '($…)').replaceAll(/(?:\([^()]*\$[^()]*\), ){1,}(\([^()]*\$[^()]*\))/g, '$1, …').trim()
}

const withinPlan = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withinPlan)]
const unique = (names: readonly (string | undefined)[]): readonly string[] => [...new Set(names.filter((name) => name !== undefined))].sort()

function costOf({ plan }: Ran): Omit<StatementCost, 'statement' | 'times'> {
  const nodes = withinPlan(plan)
  const scans = nodes.filter((node) => (node['Relation Name'] !== undefined || node['Index Name'] !== undefined) && node['Node Type'].endsWith('Scan'))
  const rowsRead = scans.reduce((sum, node) => sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * (node['Actual Loops'] ?? 1), 0)
  return {
    buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), rowsRead: Math.round(rowsRead), ms: Math.round((plan['Actual Total Time'] ?? 0) * 100) / 100,
    indexes: unique(scans.map((node) => node['Index Name'])), scanned: unique(scans.filter((node) => node['Node Type'] === 'Seq Scan' && (node['Actual Loops'] ?? 1) > 0).map((node) => node['Relation Name'])),
  }
}

/** Every distinct statement with what it cost the time that it read most. */
export function dearest(ran: readonly Ran[]): readonly StatementCost[] {
  const known = new Map<string, StatementCost>()
  for (const one of ran) {
    const statement = normalized(one.text)
    const cost = costOf(one)
    const before = known.get(statement)
    const isMore = before === undefined || cost.buffers > before.buffers
    known.set(statement, { ...(isMore ? { statement, ...cost } : before), times: (before?.times ?? 0) + 1 })
  }
  return [...known.values()].sort((one, other) => other.buffers - one.buffers)
}
