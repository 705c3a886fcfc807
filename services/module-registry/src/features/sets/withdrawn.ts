import { ServiceError } from '@checkin/server'
import type { Change } from '../../storage/ledger.ts'
import type { Choice } from './sets.contract.ts'

export const unknownVersion = (name: string, version: string) => new ServiceError(404, 'UnknownVersion', `${name}@${version} is not published`, { data: { name, version } })

/** A version of a choice that was killed; null when all may run. */
export async function withdrawnOf({ tx }: Pick<Change, 'tx'>, choice: Choice): Promise<{ readonly name: string; readonly version: string } | null> {
  const withdrawn = await tx.selectFrom('module_version').select(['name', 'version']).where('withdrawn_at', 'is not', null).execute()
  return withdrawn.find(({ name, version }) => choice[name] === version) ?? null
}

/** Refuses a choice with a killed version, however good it once was. Throws UnknownVersion. */
export async function refuseWithdrawn(change: Pick<Change, 'tx'>, choice: Choice): Promise<void> {
  const found = await withdrawnOf(change, choice)
  if (found) throw unknownVersion(found.name, found.version)
}
