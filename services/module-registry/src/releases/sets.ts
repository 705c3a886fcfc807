import type { Choice } from '@checkin/registry'
import { checkSet, ModuleManifest, ReleaseSet, type SetProblem } from '@checkin/releases'
import { digestOf } from '@checkin/releases/attestation'
import { sign } from '@checkin/releases/signing'
import { anyOf, ServiceError } from '@checkin/server'
import { sql } from 'kysely'
import { type Actor, withinReach } from '../access/actor.ts'
import type { AssetStore } from '../publishing/assets.ts'
import { requireWeights } from '../publishing/weight.ts'
import { nextSetId } from '../storage/entries.ts'
import type { Change, Queries } from '../storage/ledger.ts'
import { type Combination, combinationText } from './next-release.ts'
import { describeScreenProblem } from './screen-problems.ts'

export interface SetMaker {
  readonly assets: AssetStore
  readonly signingKey: string
}

/**
 * The set of some versions and settings, made when there is none yet. Throws UnknownVersion, ShellMissing or ImpossibleSet
 * with every problem, before any renter could see it.
 */
export const makeSet = async (change: Change, maker: SetMaker, combination: Combination, actor: string): Promise<number> => (await setsFor(change, maker, [combination])).make(combination, actor)

/** The sets of many combinations. */
export interface Sets {
  /** The set of a combination that is there already. */
  readonly known: (combination: Combination) => number | undefined
  /** As `makeSet` does; of these combinations only what is not there yet is asked for or written. */
  readonly make: (combination: Combination, actor: string) => Promise<number>
}

/** Looks for the sets of many combinations at once. */
export async function setsFor(change: Change, maker: SetMaker, combinations: readonly Combination[]): Promise<Sets> {
  const rows = await change.tx.selectFrom('release_set').select(['id', 'choice']).where('choice', '=', anyOf([...new Set(combinations.map(combinationText))])).execute()
  const ids = new Map(rows.map(({ id, choice }) => [choice, id]))
  const withdrawn = await withdrawnVersions(change)
  return {
    known: (combination) => ids.get(combinationText(combination)),
    make: async (combination, actor) => {
      const text = combinationText(combination)
      const existing = ids.get(text)
      if (existing === undefined) {
        const id = await makeNewSet(change, maker, combination, actor)
        ids.set(text, id)
        return id
      }
      const found = withdrawnIn(withdrawn, combination.choice)
      if (found) throw unknownVersion(found.name, found.version)
      return existing
    },
  }
}

async function makeNewSet(change: Change, { assets, signingKey }: SetMaker, combination: Combination, actor: string): Promise<number> {
  const { choice, settings } = combination
  const text = combinationText(combination)
  const { shell, modules } = await checkedManifests(change, assets, combination)
  const id = await nextSetId(change.tx)
  // A change of another tenant may have made the same set meanwhile; the number stays unused.
  const made = await change.tx.selectFrom('release_set').select('id').where('choice', '=', text).executeTakeFirst()
  if (made) return made.id
  const set: ReleaseSet = { id, createdAt: change.at.toISOString(), shell, modules, ...(Object.keys(settings).length > 0 && { settings }) }
  const { payload, signature, keyId } = sign(JSON.stringify(ReleaseSet.parse(set)), signingKey)
  await change.tx.insertInto('release_set')
    .values({ id: set.id, choice: text, settings: JSON.stringify(settings), payload, signature, key_id: keyId, created_by: actor, created_at: change.at }).execute()
  await change.tx.insertInto('release_set_member').values(Object.entries(choice).map(([name, version]) => ({ set_id: set.id, name, version }))).execute()
  await change.record({ actor, action: 'new set', subject: `set ${set.id}`, before: null, after: { ...choice, ...(Object.keys(settings).length > 0 && { settings }), sha256: digestOf(payload) }, reason: '' })
  return set.id
}

/** The manifests of versions that can be a set with these settings. Throws like `makeSet`, and makes nothing. */
export async function checkedManifests(change: { readonly tx: Queries }, assets: AssetStore, { choice, settings }: Combination): Promise<{ readonly shell: ModuleManifest; readonly modules: Record<string, ModuleManifest> }> {
  const { shell, ...modules } = await manifestsOf(change, assets, choice)
  if (!shell) throw new ServiceError(422, 'ShellMissing', 'A set needs a version of the shell')
  await requireWeights(change, choice)
  const problems = checkSet(shell, modules, settings)
  if (problems.length > 0) throw new ServiceError(422, 'ImpossibleSet', problems.map(describeProblem).join('; '), { data: { problems } })
  return { shell, modules }
}

async function manifestsOf({ tx }: { readonly tx: Queries }, assets: AssetStore, choice: Choice): Promise<Record<string, ModuleManifest>> {
  const manifests: Record<string, ModuleManifest> = {}
  for (const [name, version] of Object.entries(choice)) {
    const row = await tx.selectFrom('module_version').select('manifest')
      .where('name', '=', name).where('version', '=', version).where('withdrawn_at', 'is', null).executeTakeFirst()
    if (!row || !(await assets.has(name, version))) throw unknownVersion(name, version)
    manifests[name] = ModuleManifest.parse(JSON.parse(row.manifest))
  }
  return manifests
}

/** A problem for an operator who reads the command line. */
export function describeProblem(problem: SetProblem): string {
  switch (problem.code) {
    case 'unmet-contract': return `${problem.module} needs ${problem.contract} ${problem.needs}, the shell gives ${problem.given || 'none'}`
    case 'missing-share-key': return `${problem.module} takes ${problem.key}, which the shell does not provide`
    case 'unmet-share': return `${problem.module} needs ${problem.key} ${problem.needs}, the shell brings ${problem.given || 'none'}`
    case 'unreadable-share-range': return `${problem.module} needs ${problem.key} "${problem.needs}", which is no range of versions`
    case 'second-copy': return `${problem.module} brings ${problem.key} itself, which the shell shares`
    case 'name-used-twice': return `${problem.module} uses the name ${problem.uniqueName} of another module`
    case 'unknown-setting': return `${problem.module} has no setting ${problem.setting}`
    case 'wrong-setting': return `${problem.module} can't have this value of ${problem.setting}`
    case 'wrong-place': return `${problem.module} is not the module that its manifest describes`
    case 'step-brought-twice': return `${problem.module} brings the screen ${problem.step}, which another module brings too`
    default: return describeScreenProblem(problem)
  }
}

export const unknownVersion = (name: string, version: string) => new ServiceError(404, 'UnknownVersion', `${name}@${version} is not published`, { data: { name, version } })

interface NamedVersion {
  readonly name: string
  readonly version: string
}

const withdrawnVersions = ({ tx }: { readonly tx: Queries }): Promise<NamedVersion[]> => tx.selectFrom('module_version').select(['name', 'version']).where('withdrawn_at', 'is not', null).execute()

const withdrawnIn = (withdrawn: readonly NamedVersion[], choice: Choice): NamedVersion | null => withdrawn.find(({ name, version }) => choice[name] === version) ?? null

/** A version of a choice that was killed; null when all may run. */
export const withdrawnOf = async (reading: { readonly tx: Queries }, choice: Choice): Promise<NamedVersion | null> => withdrawnIn(await withdrawnVersions(reading), choice)

/** Refuses a choice with a killed version, however good it once was. Throws UnknownVersion. */
export async function refuseWithdrawn(change: { readonly tx: Queries }, choice: Choice): Promise<void> {
  const found = await withdrawnOf(change, choice)
  if (found) throw unknownVersion(found.name, found.version)
}

/** Whether a set is, or was, one of a tenant within reach, or was shown there by a link: a set carries what its tenant has set. */
export async function isSetInReach(queries: Queries, id: number, actor: Pick<Actor, 'hosts'>): Promise<boolean> {
  if (actor.hosts === null) return true
  const served = await queries.selectFrom('pointer_revision').select('host').where(withinReach(actor))
    .where(sql<boolean>`(set_id = ${id} or variants @> ${JSON.stringify(id)}::jsonb)`).limit(1).executeTakeFirst()
  if (served) return true
  const shown = await queries.selectFrom('pass').select('id').where(withinReach(actor)).where('set_id', '=', id).limit(1).executeTakeFirst()
  return shown !== undefined
}
