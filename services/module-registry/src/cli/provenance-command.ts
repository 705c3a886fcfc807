import { getProvenance, type Provenance } from '@checkin/registry'
import { buildType, type Envelope, type ModuleManifest, predicateTypes, type Signed, SlsaProvenance, statementOf } from '@checkin/releases'
import { openStatement, predicateOf, signStatement } from '@checkin/releases/attestation'
import { subjectsOf } from '../publishing/subjects.ts'
import { moduleVersion } from './arguments.ts'
import { command } from './declare.ts'
import { CommandError, minute } from './output.ts'

interface Built {
  readonly manifest: ModuleManifest
  /** The manifest as it is published. */
  readonly signed: Signed
  readonly files: readonly { readonly path: string; readonly base64: string }[]
  readonly provenance: Provenance
}

/** How a build came about, signed by the publisher's key (SLSA provenance v1): outputs, sources by git commit, lock file, builder and Node. */
export function buildStatement({ manifest: { name, version }, signed, files, provenance: { commit, builder, packages } }: Built, key: string): Envelope {
  const hash = commit.replace(/-dirty$/, '')
  const sources = /^[0-9a-f]{40}$/.test(hash) ? [{ name: 'sources', digest: { gitCommit: hash }, ...(hash !== commit && { annotations: { changed: true } }) }] : []
  const predicate: SlsaProvenance = {
    buildDefinition: { buildType, externalParameters: { module: name, version }, resolvedDependencies: [...sources, { name: 'pnpm-lock.yaml', digest: { sha256: packages } }] },
    runDetails: { builder: { id: builder === '' ? 'unknown' : builder, version: { node: process.version } } },
  }
  return signStatement(statementOf(predicateTypes.provenance, subjectsOf(signed, files.map(({ path, base64 }) => ({ path, bytes: Buffer.from(base64, 'base64') }))), predicate), key)
}

export const provenanceCommand = command({
  name: 'provenance', says: 'Shows how a version was built, from its publisher\'s signed statement, and checks the signature', args: { version: { takes: 'one', says: 'A published version, payment@1.2.0' } },
  examples: ['provenance payment@1.2.0', 'provenance payment@1.2.0 --json'], json: [getProvenance],
  run: async ({ client }, { args: { version: what } }) => {
    const [name, version] = moduleVersion(what)
    const data = await client('viewer').call(getProvenance, { params: { name, version } })
    const head = `${name}@${version}, published ${minute(data.publishedAt)} by ${data.publishedBy}`
    if (data.statement === null) return { data, text: `${head}, without a statement of its build` }
    const statement = data.publicKey === null ? null : openStatement(data.statement, data.publicKey)
    const provenance = statement && predicateOf(statement, predicateTypes.provenance, SlsaProvenance)
    if (!statement || !provenance) throw new CommandError(`${head}: the statement of its build is not what its publisher signed`, data)
    const { buildDefinition: { resolvedDependencies }, runDetails: { builder } } = provenance
    return {
      data, text: [
        head, `built by ${builder.id}${Object.entries(builder.version).map(([tool, number]) => `, ${tool} ${number}`).join('')}`,
        ...resolvedDependencies.map((each) => `from ${each.name} ${Object.entries(each.digest).map(([kind, digest]) => `${kind}:${digest}`).join(' ')}${each.annotations?.['changed'] === true ? ', with changes that were not committed' : ''}`),
        `signed with ${data.statement.signatures[0]?.keyid ?? ''}, over ${statement.subject.length} digests`,
      ].join('\n'),
    }
  },
})
