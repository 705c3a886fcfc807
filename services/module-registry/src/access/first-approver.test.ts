import { approveChange, createToken } from '@checkin/registry'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeAll } from '../storage/ledger.ts'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { madeToken } from '../test/test-tenants.ts'
import { makeFirstApprover } from './tokens.ts'

const bootstrap = 'first-operator-token-of-this-test'
let registry: TestRegistry
beforeAll(async () => { registry = await testRegistry({ demo: false, operatorToken: bootstrap }) })
afterAll(() => registry.close())

const make = (operator: string, approver: string) => changeAll(registry.database, (change) => makeFirstApprover(change, { operator, approver }, { demo: false }))
const as = async (token: string) => (await registry.call('GET', '/actor', { token })).body

it('are two people', async () => {
  await expect(make('Olga', 'olga ')).rejects.toThrow('must be two people')
})

it('come with the installation, once, and can then make the tokens of all others', async () => {
  const { operator, approver } = await make('olga@example.com', 'anton@example.com')
  expect([await as(operator), await as(approver)]).toMatchObject([{ label: 'olga@example.com', role: 'operator' }, { label: 'anton@example.com', role: 'approver' }])
  await expect(make('eva@example.com', 'udo@example.com')).rejects.toThrow('anton@example.com approves already')
  for (const [at, proposer] of [operator, bootstrap].entries()) {
    const { token, hash } = madeToken()
    const { change } = await registry.client(proposer).call(createToken, { body: { label: `viewer ${at}`, role: 'viewer', hash } })
    expect(await registry.client(approver).call(approveChange, { params: { id: change.id }, body: {} })).toMatchObject({ state: 'applied' })
    expect(await as(token)).toMatchObject({ role: 'viewer' })
  }
})

it('come again only when nobody approves any more', async () => {
  const { body } = await registry.call('DELETE', '/tokens/anton@example.com', { token: bootstrap })
  expect(body).toMatchObject({ revokedBy: 'first-operator' })
  await expect(make('olga@example.com', 'udo@example.com')).rejects.toThrow('never used again')
  expect(await as((await make('eva@example.com', 'udo@example.com')).approver)).toMatchObject({ role: 'approver' })
})
