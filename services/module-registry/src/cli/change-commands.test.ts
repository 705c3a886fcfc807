import { listChanges } from '@checkin/registry'
import { changeText } from '@checkin/registry/words'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'
import { changesCommand } from './change-commands.ts'
import { commands } from './commands.ts'
import { parse } from './parser.ts'

let registry: TestRegistry
beforeAll(async () => { registry = await testRegistry({ wideTenants: 1000 }) })
afterAll(() => registry.close())

/** What `rollout changes` prints. */
async function printed(): Promise<string> {
  const asked = parse(['changes'], commands)
  if (asked.kind === 'help') throw new Error('no command')
  const settings = { sitePort: 4000, registry: '', demo: true, token: undefined, publisherKey: undefined, runnerKey: undefined, databaseUrl: undefined, keysDir: '' }
  return (await changesCommand.run({ commands, client: () => registry.client(), settings, build: () => Promise.reject(new Error('nothing is built')) }, asked.given)).text
}

it('changes says what each would do in the words of the console, in one line whatever somebody wrote (decision 0114)', async () => {
  const op = operator(registry)
  await op.publishAll()
  for (const host of ['a.example', 'b.example']) await op.tenantWith(host)
  await op.pending(await op.set('a.example', { 'mfe-payment': '1.1.0' }, { percent: 20, reason: 'new\n9  waiting  nobody\u202e\u001b[1A' }))
  const { changes: [change] } = await registry.client().call(listChanges, { query: {} })
  if (!change) throw new Error('nothing waits')
  expect(changeText(change)).toBe('payment 1.1.0 at 20 % for a.example, as an emergency')
  const lines = (await printed()).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^change +state +who +when +what +why$/)
  expect(lines[2]).toMatch(new RegExp(`^${change.id} +waiting +demo-operator +\\S+ \\S+ +payment 1\\.1\\.0 at 20 % for a\\.example, as an emergency +new 9 {2}waiting {2}nobody \\[1A$`))
})
