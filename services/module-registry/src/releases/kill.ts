import type { Data } from '@checkin/http'
import type { killVersion } from '@checkin/registry'
import { ModuleManifest, type SettingValues } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import { newestFirst } from '../publishing/semver-check.ts'
import type { Change } from '../storage/ledger.ts'
import { combinationsOf, withoutModule as leaves, withoutVersion, type Release } from './next-release.ts'
import { pointTo } from './point-to.ts'
import { allPointers, choiceOf, releaseOf, settingsOf, type ChangeAuthor, type Pointer } from './pointer.ts'
import { makeSet, type SetMaker } from './sets.ts'

/**
 * Withdraws a version for ever: no session gets it any more, and those pinned to it drop it at their next page load
 * outside a payment. Where it serves, the tenant's last good version takes its place, else the newest that fits. A module that the flow has no screen of leaves
 * where nothing fits, so that its tenant can be changed on (DEC-339); one that the flow needs stays, and its renters are shown the way to the counter. `notice` is what everybody reads of it.
 */
export async function kill(change: Change, maker: SetMaker, killed: { readonly name: string; readonly version: string }, author: Omit<ChangeAuthor, 'action'>, notice: string | null = null): Promise<Data<typeof killVersion>> {
  const { tx, at, record, releasesChanged } = change
  const row = await tx.selectFrom('module_version').select(['withdrawn_at', 'notice']).where('name', '=', killed.name).where('version', '=', killed.version).executeTakeFirst()
  if (!row) throw new ServiceError(404, 'UnknownVersion', `${killed.name}@${killed.version} is not published`)
  await tx.updateTable('module_version').set({ withdrawn_at: row.withdrawn_at ?? at, notice: notice ?? (row.withdrawn_at === null ? null : row.notice) }).where('name', '=', killed.name).where('version', '=', killed.version).execute()
  await tx.deleteFrom('module_label').where('module', '=', killed.name).where('version', '=', killed.version).execute()
  await record({ actor: author.actor, action: 'kill', subject: `${killed.name}@${killed.version}`, before: null, after: notice === null ? null : { notice }, reason: author.reason })
  releasesChanged()

  const moved: { host: string; version: string }[] = []
  const withoutModule: string[] = []
  for (const pointer of await allPointers(change)) {
    const release = await releaseOf(change, pointer)
    const serves = release.choice[killed.name] === killed.version
    if (!serves && !release.rollouts.some(({ modules }) => modules[killed.name] === killed.version)) continue
    const instead = serves ? await replacement(change, maker, pointer, release, killed, author.actor) : null
    if (serves && instead === null) {
      withoutModule.push(pointer.host)
      const rest = leaves(release, killed.name)
      if (!(await isOfFlow(change, release, killed.name)) && await isPossible(change, maker, rest, author.actor)) await pointTo(change, maker, { ...author, action: 'kill' }, pointer.host, pointer, rest)
      continue
    }
    await pointTo(change, maker, { ...author, action: 'kill' }, pointer.host, pointer, withoutVersion(release, killed, instead))
    moved.push({ host: pointer.host, version: instead?.version ?? release.choice[killed.name] ?? '' })
  }
  return { moved, withoutModule }
}

/** The last good version, else the newest published one, with which every combination of the tenant is possible. */
async function replacement(change: Change, maker: SetMaker, pointer: Pointer, release: Release, killed: { readonly name: string; readonly version: string }, actor: string): Promise<{ readonly version: string; readonly settings: SettingValues } | null> {
  const lastGoodSet = pointer.lastGood[killed.name]
  const lastGood = lastGoodSet === undefined ? undefined : (await choiceOf(change, lastGoodSet))[killed.name]
  const lastGoodSettings = lastGoodSet === undefined ? {} : (await settingsOf(change, lastGoodSet))[killed.name] ?? {}
  const published = await change.tx.selectFrom('module_version').select('version').where('name', '=', killed.name).where('withdrawn_at', 'is', null).execute()
  const candidates = [...(lastGood === undefined ? [] : [lastGood]), ...published.map(({ version }) => version).sort(newestFirst)]
  for (const version of new Set(candidates)) {
    const instead = { version, settings: version === lastGood ? lastGoodSettings : {} }
    if (await isPossible(change, maker, withoutVersion(release, killed, instead), actor)) return instead
  }
  return null
}

/** Whether the shell of a release has screens that are the module's; one that names none of its screens may need every module. */
async function isOfFlow({ tx }: Change, { choice: { shell } }: Release, name: string): Promise<boolean> {
  const row = await tx.selectFrom('module_version').select('manifest').where('name', '=', 'shell').where('version', '=', shell ?? '').executeTakeFirst()
  const screens = row && ModuleManifest.parse(JSON.parse(row.manifest)).flow?.screens
  return !screens || screens.some(({ module }) => module === name)
}

async function isPossible(change: Change, maker: SetMaker, release: Release, actor: string): Promise<boolean> {
  try {
    for (const combination of combinationsOf(release)) await makeSet(change, maker, combination, actor)
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}
