import { endpoints } from '@checkin/registry/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { behindTheBack } from '../test/behind-the-back.ts'
import { testRollout, type TestRollout } from '../test/test-rollout.ts'
import { commands } from './commands.ts'

let registry: TestRollout
beforeAll(async () => { registry = await testRollout() })
afterAll(() => registry.close())

/** Calls whose answer some data is, by the contract, with every field that the contract has and no other. */
function answersThat(data: unknown, name: string): string[] {
  const command = commands.all.find((each) => each.name === name)
  return (command?.json ?? []).filter(({ answer }) => {
    const read = answer instanceof z.ZodType ? answer.safeParse(data) : null
    return read?.success === true && JSON.stringify(read.data) === JSON.stringify(data)
  }).map((endpoint) => endpoint.name)
}

describe('--json prints the answer of the contract, and nothing else (ECO-11)', () => {
  it.each([
    ['publish shell', 'publish', 'publishModule'], ['publish mfe-driver', 'publish', 'publishModule'], ['publish mfe-driver --version 1.0.1', 'publish', 'publishModule'],
    ['set costaverde shell@1.0.0 driver@1.0.0', 'set', 'setPointer'], ['set costaverde driver@1.0.1 --dry-run', 'set', 'dryRun'], ['set --all driver@1.0.1 --emergency --reason "a test"', 'set', 'setPointers'],
    ['list', 'list', 'listModules'], ['provenance driver@1.0.0', 'provenance', 'getProvenance'], ['runner list', 'runner list', 'listRunnerKeys'], ['status', 'status', 'listTenants'], ['status costaverde', 'status', 'getTenant'], ['why costaverde', 'why', 'explainTenant'],
    ['changes', 'changes', 'listChanges'], ['plans', 'plans', 'listPlans'], ['experiment show', 'experiment show', 'listExperiments'], ['freeze', 'freeze', 'listFreezes'], ['freeze costaverde', 'freeze', 'addFreeze'], ['unfreeze costaverde', 'unfreeze', 'liftFreezes'],
    ['preview costaverde driver@1.0.1', 'preview', 'createPreview'], ['preview costaverde --staff', 'preview', 'createStaffLink'], ['label driver@1.0.0 stable', 'label', 'setLabel'],
    ['default driver@stable', 'default', 'setDefaults'], ['tenant costaverde --zone Europe/Lisbon', 'tenant', 'setTenantOptions'], ['settings costaverde', 'settings', 'getTenantSettings'],
    ['health', 'health', 'getHealth'], ['journeys costaverde --module driver', 'journeys', 'getJourneys'], ['errors', 'errors', 'listErrors'], ['live', 'live', 'getLive'], ['levels', 'levels', 'getServiceLevels'], ['audit', 'audit', 'getAudit'],
    ['token list', 'token list', 'listTokens'], ['key list', 'key list', 'listPublisherKeys'], ['link list', 'link list', 'listSignedLinks'], ['mail list', 'mail list', 'listMailSubscriptions'], ['session list', 'session list', 'listConsoleSessions'], ['kill driver@1.0.1', 'kill', 'killVersion'],
  ])('%s', async (line, name, endpoint) => {
    expect(answersThat(await registry.json(line), name)).toContain(endpoint)
  })

  it('says a token that was made here beside the change that waits', async () => {
    expect(await registry.json('token new --label vera --role viewer')).toMatchObject({ change: { state: 'waiting' }, fingerprint: expect.any(String) as unknown, token: expect.stringMatching(/^crt_/) as unknown })
  })

  it('says a refusal as the contract\'s error body', async () => {
    const refused = await registry.rollout('set costaverde driver@9.0.0 --json').catch((error: unknown) => (error instanceof Error ? error.message : ''))
    expect(JSON.parse(refused)).toMatchObject({ status: 404, code: 'UnknownVersion', title: 'mfe-driver@9.0.0 is not published' })
  })

  it('still prints an audit that was tampered with, and fails', async () => {
    await behindTheBack(registry.database, 'update audit set reason = \'another\' where entry = 1')
    await expect(registry.rollout('audit --json')).rejects.toMatchObject({ data: { firstBroken: 1 } })
  })
})

it('every call of the contract that a command names exists', () => {
  for (const { json } of commands.all) for (const call of json) expect(endpoints).toContain(call)
})
