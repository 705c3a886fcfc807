import { rolledBackAfter, type Attack, type Attacker, attackers, type Target } from './attack-run.ts'

/** Networks that may lie together, as sites have it where nothing else is set. */
export const usualHostileNetworks = 10
const minutes = 60

/** One row of the table: what strangers do about one kind of version, and what became of it. */
export interface AttackRow {
  readonly target: Target
  readonly breaks: number
  readonly by: Attacker | 'nobody'
  readonly how: Attack | null
  readonly runs: number
  readonly rolledBack: number
  /** Minutes until it was, of those that were: half of them, 95 of 100. */
  readonly half: number
  readonly most: number
}

const everybody = Object.keys(attackers) as Attacker[]
export const targets: readonly Target[] = ['shell', 'mfe-verification', 'mfe-offers']
/** What strangers can do against a version. */
export const lies: readonly { readonly target: Target; readonly how: Attack }[] = [
  { target: 'shell', how: 'silence' }, { target: 'mfe-verification', how: 'failures' }, { target: 'mfe-verification', how: 'stuck' }, { target: 'mfe-offers', how: 'failures' }, { target: 'mfe-offers', how: 'stuck' },
]

const quantile = (sorted: readonly number[], part: number): number => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN

function rowOf(target: Target, breaks: number, attack: { readonly by: Attacker; readonly how: Attack } | null, runs: number, hostileNetworks: number): AttackRow {
  const found = Array.from({ length: runs }, (_run, at) => rolledBackAfter({ target, breaks, attack, hostileNetworks, minutes, seed: at + 1 })).filter((each) => each !== null).sort((one, other) => one - other)
  return { target, breaks, by: attack?.by ?? 'nobody', how: attack?.how ?? null, runs, rolledBack: found.length, half: quantile(found, 0.5), most: quantile(found, 0.95) }
}

/** Good versions that nobody lies about. */
export const leftAlone = (runs: number): AttackRow[] => targets.map((target) => rowOf(target, 0, null, runs, usualHostileNetworks))

/** A good version that strangers lie about: it is to stay. */
export const liedAbout = ({ target, how }: (typeof lies)[number], runs: number, hostileNetworks = usualHostileNetworks): AttackRow[] =>
  everybody.map((by) => rowOf(target, 0, { by, how }, runs, hostileNetworks))

/** A version that breaks half of its sessions, left alone and praised: it is to be rolled back. */
export const praised = (target: Target, runs: number): AttackRow[] =>
  [rowOf(target, 0.5, null, runs, usualHostileNetworks), ...everybody.map((by) => rowOf(target, 0.5, { by, how: 'praise' }, runs, usualHostileNetworks))]

/** The table of docs/rollouts.md. */
export function tableOf(rows: readonly AttackRow[]): string {
  const minute = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(1))
  return ['| version | breaks | strangers | what they do | rolled back | minutes (half, 95 %) |', '|---|---|---|---|---|---|',
    ...rows.map(({ target, breaks, by, how, runs, rolledBack, half, most }) => `| ${target} | ${breaks === 0 ? 'nothing' : `${breaks * 100} %`} | ${by} | ${how ?? '-'} | ${rolledBack} of ${runs} | ${minute(half)}, ${minute(most)} |`)].join('\n')
}

/** `npm run bench -- attacks [runs]`: strangers who lie about versions, with the site's limits and, for comparison, without. */
export async function attacksBench([runs = '200']: readonly string[]): Promise<void> {
  const count = Number(runs)
  console.log(tableOf([...leftAlone(count), ...lies.flatMap((lie) => liedAbout(lie, count)), ...targets.flatMap((target) => praised(target, count))]))
  console.log(`\nwithout limits:\n${tableOf(lies.flatMap((lie) => liedAbout(lie, Math.min(20, count), 0)))}`)
}
