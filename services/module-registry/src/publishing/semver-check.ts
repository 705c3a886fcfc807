import { type MemberChange, type ModuleManifest, PublicContract, semverViolations, type SemverViolation } from '@checkin/releases'
import { type Database, ServiceError } from '@checkin/server'
import type { Tables } from '../storage/tables.ts'
import type { CheckedFile } from './upload.ts'

/** Sorts versions newest first; a development version stands behind the release of the same number. */
export function newestFirst(one: string, other: string): number {
  const [oneNumber = '', oneSuffix = ''] = one.split('-')
  const [otherNumber = '', otherSuffix = ''] = other.split('-')
  const byNumber = otherNumber.localeCompare(oneNumber, 'en', { numeric: true })
  if (byNumber !== 0) return byNumber
  if (oneSuffix === '' || otherSuffix === '') return oneSuffix.length - otherSuffix.length
  return otherSuffix.localeCompare(oneSuffix, 'en', { numeric: true })
}

/** Changes named in one answer; the rest is counted. */
const mostNamed = 20

/** The public contract of a version; null when it has none. Throws InvalidManifest when it cannot be read. */
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
 * Refuses a version that violates semantic versioning: compared with the newest release below it, something public is removed or changed
 * without a major number, or added without a minor one. Development versions (`1.0.0-dev.…`) are not compared. Throws UntrueVersion with
 * what broke.
 */
export async function requireSemver(database: Database<Tables>, { name, version }: ModuleManifest, contract: PublicContract | null): Promise<void> {
  if (version.includes('-')) return
  const rows = await database.kysely.selectFrom('module_version').select(['version', 'public_contract']).where('name', '=', name).where('public_contract', 'is not', null).execute()
  const [before] = rows.filter((row) => !row.version.includes('-') && newestFirst(row.version, version) > 0).sort((one, other) => newestFirst(one.version, other.version))
  if (!before) return
  const found = semverViolations(PublicContract.parse(before.public_contract), contract ?? {})
  if (found.length === 0) return
  throw new ServiceError(422, 'UntrueVersion', `${name}@${version} is not what its number says, compared with ${before.version}: ${found.map(violationText).join('; ')}`, {
    data: { comparedWith: before.version, untruths: found.map(({ changes, ...violation }) => ({ ...violation, changes: changes.slice(0, mostNamed) })) },
  })
}

const violationText = ({ part, from, to, needs, changes }: SemverViolation): string =>
  `${part} ${from} to ${to} needs a ${needs} number (${changes.slice(0, mostNamed).map(changeText).join(', ')}${changes.length > mostNamed ? `, and ${changes.length - mostNamed} more` : ''})`

const codeTexts: Readonly<Record<MemberChange['code'], string>> = {
  'removed': 'is gone', 'now-needed': 'is needed now', 'may-be-missing': 'may be missing now', 'other-type': 'is of another form', 'value-gone': 'has a value less', 'value-new': 'has a value more', 'added': 'is new',
}

const changeText = ({ member, path, code }: MemberChange): string => `${member}${path === '' ? '' : ` ${path}`} ${codeTexts[code]}`
