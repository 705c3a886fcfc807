import type { DryRun, ReleaseTestStatus } from '@checkin/registry'
import type { ModuleManifest } from '@checkin/releases'
import { anyOf, ServiceError } from '@checkin/server'
import { freezeOf } from '../changes/freezes.ts'
import { type Effect, effectOn, refusalOf } from '../changes/release-change.ts'
import { type Proposal, review } from '../changes/second-person.ts'
import { requireTriedSettings } from '../changes/staged.ts'
import type { Registry } from '../registry.ts'
import { combinationsOf, combinationText } from '../releases/next-release.ts'
import { conformanceOf, notConforming } from '../releases/conforming.ts'
import { findPointer } from '../releases/pointer.ts'
import { evidenceFor, lastTests, untested, statusOf } from '../releases/release-tests.ts'
import { checkedManifests } from '../releases/sets.ts'
import type { Change, Queries } from '../storage/ledger.ts'
import { type TenantOptions, tenantOptions } from './tenant-options.ts'

type HostEffect = DryRun['hosts'][number]
type Reading = Pick<Change, 'tx' | 'at'>

/** What a change would do to some tenants. Writes nothing. */
export async function simulate(reading: Reading, { assets, wideTenants, followPlan }: Pick<Registry, 'assets' | 'wideTenants' | 'followPlan'>, { hosts, everyone, wanted, actor }: Omit<Proposal, 'action'>) {
  const effects: Effect[] = []
  const answers: HostEffect[] = []
  for (const host of hosts) {
    const frozen = await freezeOf(reading, host)
    const options = await tenantOptions(reading, host)
    try {
      const effect = await effectOn(reading, host, wanted)
      await requireTriedSettings(reading, hosts, wanted, followPlan)
      const unstaged = refusalOf(effect, wanted)
      for (const combination of combinationsOf(effect.next)) await checkedManifests(reading, assets, combination)
      const tested = await testStatusOf(reading, effect, options)
      const conformance = await conformanceStatusOf(reading, effect)
      const refusals = [
        ...(unstaged ? [unstaged] : []),
        ...(options.onlyConforming && conformance.state === 'missing' ? [notConforming(host, conformance.missing)] : []),
        ...((options.onlyRehearsed || options.onlyAttested) && tested.state !== 'nothing-new' && tested.state !== 'passed' ? [untested(host, tested, options)] : []),
      ]
      const [refusal] = refusals
      effects.push(effect)
      answers.push({
        host, revision: effect.pointer?.revision ?? 0, modules: await differences(reading, effect, wanted.percent), frozen, rehearsal: tested, conformance,
        problem: refusal === undefined ? null : { code: refusal.code, title: refusals.map(({ message }) => message).join('; ') },
      })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      answers.push({ host, revision: (await findPointer(reading, host))?.revision ?? 0, modules: [], problem: { code: error.code, title: error.message }, frozen, rehearsal: { state: 'nothing-new' } })
    }
  }
  const { needs } = await review(reading, { effects, everyone, by: actor.identity, wideTenants })
  return { needsSecondPerson: needs, hosts: answers }
}

/** What the release matrix test knows of the sets that a tenant has not got yet; one that was never made was never tested. */
async function testStatusOf({ tx }: Reading, { pointer, next }: Effect, options: TenantOptions): Promise<ReleaseTestStatus> {
  const texts = combinationsOf(next).map(combinationText)
  const made = await tx.selectFrom('release_set').select(['id', 'choice']).where('choice', 'in', texts).execute()
  const fresh = made.filter(({ id }) => !pointer?.variants.includes(id)).map(({ id }) => id)
  if (made.length < new Set(texts).size) return { state: 'none' }
  return statusOf(fresh, await lastTests({ tx }, fresh, evidenceFor(options)))
}

/** What runners attested of the module versions in sets that a tenant has not got yet. */
async function conformanceStatusOf({ tx }: Reading, { pointer, next }: Effect) {
  const served = await tx.selectFrom('release_set').select('choice').where('id', '=', anyOf([...(pointer?.variants ?? [])])).execute()
  const fresh = combinationsOf(next).filter((combination) => !served.some(({ choice }) => choice === combinationText(combination)))
  return conformanceOf({ tx }, fresh.map(({ choice }) => choice))
}

async function differences(reading: Reading, { current, next, touched, versions }: Effect, percent: number): Promise<HostEffect['modules']> {
  return Promise.all(touched.map(async (module) => {
    const to = versions[module] ?? current.choice[module] ?? ''
    const from = current.choice[module] ?? null
    const difference = await versionDifference(reading, module, from, to)
    return { module, from, to, percent, ...difference, deprecated: await adviceAgainst(reading, module, to), bytesTo: difference.bytesTo ?? 0, settings: { from: current.settings[module] ?? {}, to: next.settings[module] ?? {} } }
  }))
}

async function adviceAgainst({ tx }: Reading, name: string, version: string): Promise<HostEffect['modules'][number]['deprecated']> {
  const row = await tx.selectFrom('module_version').select(['deprecated_reason as reason', 'deprecated_instead as instead']).where('name', '=', name).where('version', '=', version).where('deprecated_at', 'is not', null).executeTakeFirst()
  return row ? { reason: row.reason ?? '', instead: row.instead } : null
}

/** What differs between two published versions of a module: bytes, contracts, screens. Null is no version. */
export async function versionDifference(reading: { readonly tx: Queries }, module: string, from: string | null, to: string | null) {
  const [before, after] = [from === null ? null : await published(reading, module, from), to === null ? null : await published(reading, module, to)]
  return {
    bytesFrom: before?.bytes ?? null, bytesTo: after?.bytes ?? null,
    contracts: contractChanges(before?.manifest, after?.manifest),
    steps: {
      added: (after?.manifest.steps ?? []).filter((step) => !before?.manifest.steps.includes(step)),
      removed: (before?.manifest.steps ?? []).filter((step) => !after?.manifest.steps.includes(step)),
    },
  }
}

async function published({ tx }: { readonly tx: Queries }, name: string, version: string): Promise<{ readonly bytes: number; readonly manifest: ModuleManifest } | null> {
  const row = await tx.selectFrom('module_version').select(['own_bytes', 'manifest']).where('name', '=', name).where('version', '=', version).executeTakeFirst()
  return row ? { bytes: row.own_bytes, manifest: JSON.parse(row.manifest) as ModuleManifest } : null
}

function contractChanges(before: ModuleManifest | undefined, after: ModuleManifest | undefined) {
  const names = [...new Set([...Object.keys(before?.contracts ?? {}), ...Object.keys(after?.contracts ?? {})])] as (keyof ModuleManifest['contracts'])[]
  return names.map((contract) => ({ contract, from: before?.contracts[contract] ?? null, to: after?.contracts[contract] ?? null })).filter(({ from, to }) => from !== to)
}
