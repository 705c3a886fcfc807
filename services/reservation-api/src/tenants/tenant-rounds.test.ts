import { pino } from 'pino'
import { expect, it } from 'vitest'
import { tenantRounds } from './tenant-rounds.ts'

const abc = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

function aLog() {
  const lines: { msg: string; tenant?: string }[] = []
  return { lines, log: pino({ level: 'trace' }, { write: (line: string) => { lines.push(JSON.parse(line) as { msg: string }) } }) }
}

it('what fails at one tenant is done for those behind it all the same', async () => {
  const visited: string[] = []
  const round = await tenantRounds(aLog().log, 'it fails')(() => Promise.resolve(abc), ({ id }) => {
    visited.push(id)
    return id === 'a' ? Promise.reject(new Error('broken')) : Promise.resolve(id === 'b')
  })
  expect(visited).toEqual(['a', 'b', 'c'])
  expect(round).toEqual({ more: true, failed: true })
})

it('a failure is told once with its tenant, and its end too, however often is looked', async () => {
  const { log, lines } = aLog()
  const rounds = tenantRounds(log, 'it fails')
  const look = (isBroken: boolean) => rounds(() => Promise.resolve(abc), ({ id }) => (isBroken && id === 'b' ? Promise.reject(new Error('broken')) : Promise.resolve(false)))
  for (const isBroken of [true, true, true, false, false]) await look(isBroken)
  expect(lines.map(({ msg, tenant }) => [tenant, msg])).toEqual([['b', 'it fails'], ['b', 'no longer: it fails']])
})

it('tenants that cannot be found are told once, and the round ends without any', async () => {
  const { log, lines } = aLog()
  const rounds = tenantRounds(log, 'it fails')
  for (let look = 0; look < 3; look += 1) {
    await expect(rounds(() => Promise.reject(new Error('no database')), () => Promise.resolve(true))).resolves.toEqual({ more: false, failed: true })
  }
  expect(lines).toHaveLength(1)
})
