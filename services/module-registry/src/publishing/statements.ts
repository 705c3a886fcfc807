import { type Envelope, type ModuleManifest, predicateTypes, type Signed, SlsaProvenance, Statement } from '@checkin/releases'
import { predicateOf } from '@checkin/releases/attestation'
import { parseJson } from '@checkin/http'
import { ServiceError } from '@checkin/server'
import { subjectsOf } from './subjects.ts'
import type { CheckedFile } from './upload.ts'

/**
 * Refuses a statement of a build, whose signature was checked, that is about another version, or whose subjects are not exactly what was uploaded
 * (DEC-189). Throws WrongProvenance.
 */
export function requireStatement({ payload }: Envelope, signed: Signed, { name, version }: ModuleManifest, files: readonly CheckedFile[]): void {
  const refused = (why: string) => new ServiceError(422, 'WrongProvenance', `The provenance ${why}`)
  const statement = Statement.safeParse(parseJson(Buffer.from(payload, 'base64').toString()))
  const provenance = statement.success ? predicateOf(statement.data, predicateTypes.provenance, SlsaProvenance) : null
  if (!statement.success || !provenance) throw refused('does not have the form of one')
  const { externalParameters } = provenance.buildDefinition
  if (externalParameters.module !== name || externalParameters.version !== version) throw refused(`is not that of ${name}@${version}`)
  const wanted = Object.entries(subjectsOf(signed, files))
  const said = new Map(statement.data.subject.map((subject) => [subject.name, subject.digest.sha256]))
  const other = wanted.find(([subject, digest]) => said.get(subject) !== digest)
  if (other || said.size !== wanted.length || statement.data.subject.length !== wanted.length) throw refused(`says something else than what was uploaded${other ? ` of ${other[0]}` : ''}`)
}
