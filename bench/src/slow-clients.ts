import { slowClient, type HalfSent, type SlowClient } from '@checkin/testing/slow-clients'
import { arrive, type Load, type Outcome } from './api/arrivals.ts'
import { caller } from './api/renters.ts'
import { port } from './product.ts'
import { keep, progress } from './report.ts'

/** Requests of other renters a second: far below what the product carries, because waiting is measured, not load. */
const rate = 50
/** What 99 of 100 answers to others may take, in milliseconds. */
const wantedMs = 300
/** Another network than that of the renters, who come from 127.0.0.1. */
const attacker = '127.0.2.2'

/** Where a request stops and which call it names, by turns. */
const kinds: readonly (readonly [halfSent: HalfSent, path: string])[] = [
  ['headers', '/api/config'], ['body', '/api/reservation/prelookup'], ['chunks', '/api/reservation/prelookup'], ['chunks', '/api/driver'],
]

/** Keeps so many half-sent requests open: one that the server closes is begun again a second later. */
function attack(count: number): { readonly open: () => number; readonly begun: () => number; readonly stop: () => void } {
  let begun = 0
  const begin = (): SlowClient => {
    const [halfSent, path] = kinds[begun % kinds.length] ?? ['headers', '/']
    begun += 1
    return slowClient({ port, halfSent, path, from: attacker })
  }
  const clients = Array.from({ length: count }, begin)
  const timer = setInterval(() => {
    for (const [at, client] of clients.entries()) if (client.isClosed()) clients[at] = begin()
  }, 1000)
  return {
    open: () => clients.filter((each) => each.isOpen()).length,
    begun: () => begun,
    stop: () => {
      clearInterval(timer)
      for (const client of clients) client.stop()
    },
  }
}

const shown = ({ served, turnedAway, failed, p50, p99 }: Load) => ({ served, 'turned away': turnedAway, failed, 'p50, ms': Math.round(p50), 'p99, ms': Math.round(p99) })

/**
 * `npm run bench -- slow-clients [clients] [seconds]`: how long others wait for pages and calls while so many clients of one network keep
 * half-sent requests open, beside the same without them. Asks a product that runs.
 */
export async function slowClientsBench(args: readonly string[]): Promise<void> {
  const [count, seconds] = [Number(args[0] ?? 1000), Number(args[1] ?? 30)]
  const { call, close } = caller(port, port)
  // Pages, a read, and a body by way of the API, which refuses it for want of a session.
  const calls = [['GET', '/', 200], ['GET', '/api/config', 200], ['POST', '/api/driver', 401]] as const
  let sent = 0
  const request = async (): Promise<Outcome> => {
    const [method, path, wanted] = calls[sent % calls.length] ?? calls[0]
    sent += 1
    const status = await call(method, path, method === 'POST' ? { body: { name: 'Maria' } } : {}).then((answer) => answer.status, () => 0)
    return status === wanted ? 'served' : status === 429 || status === 503 ? 'turned away' : 'failed'
  }
  const first = await progress('warming up', () => arrive(rate, 3, request))
  if (first.served === 0) throw new Error('No product answers: start one with npm start')
  const alone = await progress('without slow clients', () => arrive(rate, seconds, request))
  const slow = attack(count)
  await new Promise((wake) => setTimeout(wake, 2000))
  const beside = await progress(`beside ${count} slow clients`, () => arrive(rate, seconds, request))
  const held = { open: slow.open(), begun: slow.begun() }
  slow.stop()
  close()
  console.table({ 'without slow clients': shown(alone), [`beside ${count}`]: shown(beside) })
  console.log(`${held.open} of ${count} were open at the end, ${held.begun} had been begun. Wanted: p99 up to ${wantedMs} ms, nothing failed or turned away.`)
  await keep('slow-clients', { clients: count, seconds, rate, wantedMs, alone: shown(alone), beside: shown(beside), held })
}
