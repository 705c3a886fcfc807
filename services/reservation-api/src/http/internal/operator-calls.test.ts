import { internalContract } from '@checkin/internal'
import { createService } from '@checkin/server'
import { afterAll, expect, it } from 'vitest'
import { operatorCalls } from './operator-calls.ts'

const stops: (() => Promise<void>)[] = []
afterAll(async () => { for (const stop of stops) await stop() })

/** The status of an operator's call with a token, at a service that is set to a text. */
function statusAt(setting: string) {
  const service = createService({ name: 'reservation-api', log: { level: 'silent' } })
  stops.push(() => service.stop())
  operatorCalls(service.app, setting)(internalContract.listAttention, () => Promise.resolve({ rows: [] }))
  return async (token: string): Promise<number> => (await service.app.inject({ method: 'GET', url: internalContract.listAttention.path, headers: { authorization: `Bearer ${token}` } })).statusCode
}

it('the admin token is changed while servers run: both are taken until the former is gone (DEC-307, ASVS 11.2.2)', async () => {
  const [former, next] = ['the-former-admin-token', 'the-next-admin-token']
  const statuses = async (setting: string) => {
    const at = statusAt(setting)
    return [await at(former), await at(next), await at(`${next}\n${former}`.replace('\n', ' ')), await at('')]
  }
  expect(await statuses(former)).toEqual([200, 401, 401, 401])
  expect(await statuses(`${next}\n${former}`)).toEqual([200, 200, 401, 401])
  expect(await statuses(next)).toEqual([401, 200, 401, 401])
})
