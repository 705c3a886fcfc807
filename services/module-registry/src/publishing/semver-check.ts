import { ServiceError, type Database } from '@checkin/server'
import { PublicContract, untruths, type MemberChange, type ModuleManifest, type Untruth } from '@checkin/releases'
import type { Tables } from '../../storage/tables.ts'
import type { CheckedFile } from './check-upload.ts'
import { newestFirst } from './version-order.ts'

/** Names of changes in one answer; the rest is counted. */
const mostNamed = 20

/** The version's own word on what others may build on; null when it says nothing. Throws InvalidManifest when it can't be read. */
export function readPublicContract({ publicContract }: ModuleManifest, files: readonly CheckedFile[]): PublicContract | null {
  const file = files.find(({ path }) => path === publicContract)
  if (!file) return null
  try {
    return PublicContract.parse(JSON.parse(file.bytes.toString('utf8')))
  } catch {
    throw new ServiceError(422, 'InvalidManifest', 'The public contract does not have the form of one', { data: { path: file.path } })
  }
}

/**
 * Refuses a version whose number promises more than it keeps: compared with the newest release below it, what others build on is gone
 * or other without a major number, or new without a minor one. A development version (`1.0.0-dev.…`) promises nothing. Throws UntrueVersion with what broke.
 */
export async function requireTrueVersion(database: Database<Tables>, { name, version }: ModuleManifest, contract: PublicContract | null): Promise<void> {
  if (version.includes('-')) return
  const rows = await database.kysely.selectFrom('module_version').select(['version', 'public_contract']).where('name', '=', name).where('public_contract', 'is not', null).execute()
  const [before] = rows.filter((row) => !row.version.includes('-') && newestFirst(row.version, version) > 0).sort((one, other) => newestFirst(one.version, other.version))
  if (!before) return
  const found = untruths(PublicContract.parse(before.public_contract), contract ?? {})
  if (found.length === 0) return
  throw new ServiceError(422, 'UntrueVersion', `${name}@${version} is not what its number says, compared with ${before.version}: ${found.map(inWords).join('; ')}`, {
    data: { comparedWith: before.version, untruths: found.map(({ changes, ...untruth }) => ({ ...untruth, changes: changes.slice(0, mostNamed) })) },
  })
}

const inWords = ({ part, from, to, needs, changes }: Untruth): string =>
  `${part} ${from} to ${to} needs a ${needs} number (${changes.slice(0, mostNamed).map(changeInWords).join(', ')}${changes.length > mostNamed ? `, and ${changes.length - mostNamed} more` : ''})`

const codeWords: Readonly<Record<MemberChange['code'], string>> = {
  'removed': 'is gone', 'now-needed': 'is needed now', 'may-be-missing': 'may be missing now', 'other-type': 'is of another form', 'value-gone': 'has a value less', 'value-new': 'has a value more', 'added': 'is new',
}

const changeInWords = ({ member, path, code }: MemberChange): string => `${member}${path === '' ? '' : ` ${path}`} ${codeWords[code]}`
