import { readFile } from 'node:fs/promises'
import { parseJson } from '@checkin/http'
import { addAttestation, getSet, listRunnerKeys, revokeRunnerKey, setRunnerKey } from '@checkin/registry'
import { ConformanceResult, predicateTypes, ReleaseTestResult, statementOf } from '@checkin/releases'
import { signStatement } from '@checkin/releases/attestation'
import * as z from 'zod'
import { instant, moduleName, tenantHost } from './arguments.ts'
import { pendingText } from './change-commands.ts'
import type { RegistryClient } from './client.ts'
import { command, reasonOption } from './declare.ts'
import { publicKeyIn } from './key-commands.ts'
import { CommandError, minute, table } from './output.ts'
import type { CliSettings } from './settings.ts'

export const runnerListCommand = command({
  name: 'runner list', says: 'Lists the keys of runners: whose they are, what they attest and until when', examples: ['runner list'], json: [listRunnerKeys],
  run: async ({ client }) => {
    const data = await client('viewer').call(listRunnerKeys)
    const text = table(['key', 'runner', 'of', 'attests', 'until', 'by', 'approved by', 'revoked'], data.keys.map((key) =>
      [key.keyId, key.label, key.person, key.modules?.join(' ') ?? 'everything', minute(key.expiresAt), key.addedBy, key.approvedBy, key.revokedAt === null ? '-' : `${minute(key.revokedAt)} by ${key.revokedBy ?? ''}`]))
    return { data, text }
  },
})

export const runnerSetCommand = command({
  name: 'runner set', says: 'Proposes a key that signs results of rehearsals and conformance runs; its person publishes nothing of what it attests',
  args: { label: { takes: 'one', says: 'The runner, such as "pipeline 7"' }, file: { takes: 'one', named: 'file.pem', says: 'The key; its public half is sent', offers: 'file' } },
  options: {
    for: { takes: 'text', value: 'person', says: 'Whose it is', needed: true }, module: { takes: 'list', value: 'module', says: 'It attests this module only; more than one by repeating it' },
    expires: { takes: 'text', value: 'time', says: 'Until then; half a year when left out, a year at most' }, reason: reasonOption,
  },
  examples: ['runner set "pipeline 7" runner.pem --for ci@example.com --expires 2027-06-30'], json: [setRunnerKey],
  run: async ({ client }, { args: { label, file }, options: { for: person, module, expires, reason } }) => {
    const modules = module.map(moduleName)
    const body = { publicKey: await publicKeyIn(file), person, reason, expires: expires === undefined ? undefined : instant(expires), ...(modules.length > 0 && { modules }) }
    const data = await client('operator').call(setRunnerKey, { params: { label }, body })
    return { data, text: pendingText(data.change) }
  },
})

export const runnerRevokeCommand = command({
  name: 'runner revoke', says: 'Ends a runner\'s key at once; what it attested counts no more', args: { key: { takes: 'one', says: 'Its id, as rollout runner list shows it' } }, options: { reason: reasonOption },
  examples: ['runner revoke aB3dE5fG7hJ9kL1m --reason "a lost laptop"'], json: [revokeRunnerKey],
  run: async ({ client }, { args: { key: keyId }, options: { reason } }) => {
    const data = await client('operator').call(revokeRunnerKey, { params: { keyId }, query: { reason } })
    return { data, text: `${data.keyId} of ${data.label} attests nothing any more, and what it attested counts no more` }
  },
})

const keyOf = ({ runnerKey }: CliSettings): string => {
  if (runnerKey === undefined) throw new CommandError('Set CHECKIN_RUNNER_KEY to the private key of the runner')
  return runnerKey
}

/** Signs the result of a journey over the set that it was run with, and brings it to the registry. */
export async function attestReleaseTest(client: RegistryClient, key: string, result: ReleaseTestResult) {
  const { sha256 } = await client('viewer').call(getSet, { params: { id: String(result.setId) } })
  if (sha256 === undefined) throw new CommandError('This registry takes no attestations yet')
  return client('viewer').call(addAttestation, { body: { envelope: signStatement(statementOf(predicateTypes.rehearsal, { [`set ${result.setId}`]: sha256 }, result), key) } })
}

export const attestReleaseTestCommand = command({
  name: 'attest rehearsal', says: 'Signs with CHECKIN_RUNNER_KEY how a journey with a set went', args: { set: { takes: 'one', says: 'Number of the set' } },
  options: {
    journey: { takes: 'text', value: 'check-in|pre-checkout', says: 'What was run', needed: true, offers: ['check-in', 'pre-checkout'] }, tenant: { takes: 'text', value: 'tenant', says: 'On whose site', needed: true },
    module: { takes: 'text', value: 'module', says: 'The candidate', needed: true }, failed: { takes: 'text', value: 'screen', says: 'It failed there; it passed when left out' },
  },
  examples: ['attest rehearsal 12 --journey check-in --tenant costaverde --module offers', 'attest rehearsal 12 --journey check-in --tenant costaverde --module offers --failed insurance'], json: [addAttestation],
  run: async ({ client, settings }, { args: { set }, options: { journey, tenant, module, failed } }) => {
    const builder = process.env['CHECKIN_BUILDER'] ?? 'a workstation'
    const read = ReleaseTestResult.safeParse({ setId: Number(set), journey, host: tenantHost(tenant), module: moduleName(module), step: failed ?? null, passed: failed === undefined, at: new Date().toISOString(), builder })
    if (!read.success) throw new CommandError(`This is no result: ${z.prettifyError(read.error)}`)
    const data = await attestReleaseTest(client, keyOf(settings), read.data)
    return { data, text: `${data.runner} attests that ${journey} with ${data.subject} ${data.passed ? 'passed' : `failed at ${failed ?? ''}`}` }
  },
})

/** What `npm run conformance -- <module> --report <file>` writes. */
const Report = z.object({ result: ConformanceResult, manifest: z.string().regex(/^[0-9a-f]{64}$/) })

export const attestConformanceCommand = command({
  name: 'attest conformance', says: 'Signs with CHECKIN_RUNNER_KEY the report of a conformance run, over the manifest of the published version',
  args: { report: { takes: 'one', named: 'report', says: 'What npm run conformance -- <module> --report <file> wrote', offers: 'file' } },
  examples: ['attest conformance offers.json'], json: [addAttestation],
  run: async ({ client, settings }, { args: { report: file } }) => {
    const read = Report.safeParse(parseJson(await readFile(file, 'utf8').catch(() => { throw new CommandError(`There is no file ${file}`) })))
    if (!read.success) throw new CommandError(`${file} is no report of a conformance run`)
    const { result, manifest } = read.data
    const envelope = signStatement(statementOf(predicateTypes.conformance, { [`${result.module}@${result.version}`]: manifest }, result), keyOf(settings))
    const data = await client('viewer').call(addAttestation, { body: { envelope } })
    return { data, text: `${data.runner} attests that ${data.subject} ${data.passed ? 'conforms' : 'does not conform'}` }
  },
})
