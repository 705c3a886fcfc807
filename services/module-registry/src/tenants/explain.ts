import type { Explanation, Settings } from '@checkin/registry'
import { resolvePointer, type Traits } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import { freezeOf } from '../changes/freezes.ts'
import { choiceText } from '../releases/next-release.ts'
import { choiceOf, choicesOf, findPointer, type Pointer } from '../releases/pointer.ts'
import { readSelection, select, type Selection } from '../releases/selector.ts'
import { openSuspensions, type Suspension } from '../releases/suspensions.ts'
import type { Change } from '../storage/ledger.ts'
import { tenantOptions } from './tenant-options.ts'

type ModuleReason = Explanation['modules'][number]

/** Why a session of a tenant gets what it gets. Throws UnknownTenant. */
export async function explain(change: Pick<Change, 'tx' | 'at'>, host: string, session: string, traits: Traits): Promise<Explanation> {
  const pointer = await findPointer(change, host)
  if (!pointer) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
  const { setId, decisions } = resolvePointer({ ...pointer, rollouts: [...pointer.rollouts], variants: [...pointer.variants] }, session, traits)
  const [own, given, selection, history, options] = [
    await choiceOf(change, pointer.setId), await choiceOf(change, setId), await readSelection(change), await revisionsOf(change, host), await tenantOptions(change, host),
  ]
  const lastGood = await choicesOf(change, Object.values(pointer.lastGood))
  const modules = Object.entries(given).sort(([one], [other]) => one.localeCompare(other)).map(([module, version]): ModuleReason => ({
    module, version, ...selectorOf(selection, pointer, module, own[module] ?? version),
    since: sinceOf(history, module, own[module] ?? version),
    rollout: decisions.find(({ taken, rollout }) => taken && module in rollout.modules)?.rollout.id ?? null,
    lastGood: lastGood.get(pointer.lastGood[module] ?? 0)?.[module] ?? null,
  }))
  const settingsOfRollout = (id: string) => pointer.rollouts.find((each) => each.id === id)?.settings
  const rollouts = decisions.map(({ rollout, percent, rule, point, taken }) => ({ id: rollout.id, modules: rollout.modules, ...withSettings(settingsOfRollout(rollout.id)), percent, rule, point: point / 100, taken }))
  const frozen = await freezeOf(change, host)
  const suspended = (await openSuspensions(change.tx, [host])).filter(({ rollout_id: id }) => rollouts.some((each) => each.id === id))
  return {
    host, revision: pointer.revision, setId, modules, rollouts, frozen, ...options,
    sentences: [...modules.map(moduleSentence), ...rollouts.map(rolloutSentence), ...suspended.map(suspendedSentence), ...(frozen === null ? [] : [`Nothing changes now: ${frozen}`])],
  }
}

function selectorOf(selection: Selection, pointer: Pointer, module: string, version: string): Pick<ModuleReason, 'selector' | 'kind' | 'through'> {
  const selector = pointer.selectors[module] ?? version
  try {
    const { kind, through } = select(selection, module, selector)
    return { selector, kind, ...(through !== undefined && { through }) }
  } catch {
    // What it followed no longer exists; it keeps the version as if it were pinned.
    return { selector, kind: 'pin' }
  }
}

type Revision = Awaited<ReturnType<typeof revisionsOf>>[number]

async function revisionsOf({ tx }: Pick<Change, 'tx'>, host: string) {
  const rows = await tx.selectFrom('pointer_revision').select(['revision', 'set_id', 'at', 'actor', 'action', 'reason']).where('host', '=', host).orderBy('revision', 'desc').limit(200).execute()
  const choices = await choicesOf({ tx }, rows.map((row) => row.set_id))
  return rows.map(({ set_id: setId, ...row }) => ({ ...row, versions: choices.get(setId) ?? {} }))
}

/** The oldest revision of the unbroken run, up to now, in which the module had this version. */
function sinceOf(newestFirst: readonly Revision[], module: string, version: string): ModuleReason['since'] {
  const broken = newestFirst.findIndex(({ versions }) => versions[module] !== version)
  const { revision = 0, at = new Date(0), actor = '', action = '', reason = '' } = newestFirst[(broken < 0 ? newestFirst.length : broken) - 1] ?? {}
  return { revision, at: at.toISOString(), actor, action, reason }
}

const kinds = { pin: 'pinned', range: 'in the range', label: 'labelled', inherit: 'the default' } as const

function moduleSentence({ module, version, selector, kind, through, since, rollout }: ModuleReason): string {
  const origin = kind === 'pin' ? kinds.pin : `${kinds[kind]} ${kind === 'inherit' ? (through ?? '') : selector}`
  const why = rollout === null ? origin : `rollout ${rollout}`
  return `${module}@${version}: ${why}; since revision ${since.revision} by ${since.actor}${since.reason === '' ? '' : `: ${since.reason}`}`
}

const suspendedSentence = ({ rollout_id: id, percent, resumes_at: until, reason }: Suspension): string =>
  `rollout ${id} is suspended until ${until.toISOString().slice(0, 16)}Z and then has ${percent} % again: ${reason}`

const withSettings = (settings: Settings | undefined) => (settings ? { settings } : {})

function rolloutSentence({ id, modules, settings, percent, rule, point, taken }: Explanation['rollouts'][number]): string {
  const share = rule === null ? `${percent} %` : `${percent} % by rule ${rule + 1}`
  return `rollout ${id} gives ${choiceText(modules)}${settings ? ' with other settings' : ''} to ${share}; this session falls on ${point.toFixed(2)} and is ${taken ? 'in' : 'not in'}`
}
