import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fleetContract, mostImported, type FleetReservationInput } from '@checkin/fleet'
import { createClient, HttpError } from '@checkin/http/client'
import { startPostgres } from '@checkin/server/postgres'
import pg from 'pg'
import { apiPort, putCompany, startApi } from './api-alone.ts'
import { metricsOf } from './process-metrics.ts'
import { keep, progress } from './report.ts'

const token = `fleet-${randomBytes(16).toString('base64url')}`

/** A reservation of usual size: a driver, twelve lines, three groups on offer. */
function usual(): FleetReservationInput {
  const vehicle = (groupId: string) => ({ id: `G-${groupId}`, vehicle: 'Renault Clio or similar', groupId, name: 'Economy', seats: 5, doors: 5, transmission: 'manual', fuel: 'petrol' })
  return {
    checkOut: { dateAndTime: '2031-05-02T10:30', place: 'Faro Airport', timeZone: 'Europe/Lisbon' }, checkIn: { dateAndTime: '2031-05-07T10:00', place: 'Faro Airport', timeZone: 'Europe/Lisbon' },
    customer: { name: 'Maria', surname: 'Silva', email: 'maria.silva@example.com' }, vehicle: vehicle('B'),
    driver: { name: 'Maria', surname: 'Silva', birthDate: '1990-02-03', countryId: 620, address: 'Rua do Sol 1', email: 'maria.silva@example.com', mobileObj: { prefix: '351', phone: '912345678' } },
    extras: Array.from({ length: 12 }, (_, at) => ({ extraID: `EXTRA${at}`, ratePeriodType: 'other', description: `Extra ${at}`, observations: 'What it is good for, in a sentence.', value: 5 + at, taxRate: 23, isAvailableOnEC: true })),
    upgrades: ['C', 'D', 'E'].map((group) => ({ vehicle: vehicle(group), dailyDifference: 6.5, taxRate: 23 })), paidValue: 100, depositAmount: 300,
  }
}

/** `npm run bench -- import [reservations] [calls at a time]`: how many new reservations a minute one API process takes by imports of 500, from one company. */
export async function importBench(args: readonly string[]): Promise<void> {
  const [count = 10_000, atOnce = 1] = args.map(Number)
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const postgres = await progress('PostgreSQL', () => startPostgres({ dataDir: folder, onNotice: () => undefined }))
  let stop = (): Promise<void> => Promise.resolve()
  try {
    stop = await progress('the API', () => startApi(postgres.url, folder))
    await putCompany('company', token)
    const { call } = createClient({ baseUrl: `http://127.0.0.1:${apiPort}`, token, timeoutMs: 60_000 })
    const reservation = usual()
    const before = await metricsOf(apiPort)
    let memoryMost = before.memory
    const name = randomBytes(3).toString('hex')
    const batches = Array.from({ length: Math.ceil(count / mostImported) }, (_, batch) =>
      Array.from({ length: Math.min(mostImported, count - batch * mostImported) }, (_row, row) => ({ reference: `I${name}${batch * mostImported + row}`, reservation })))
    // A company that has reservations already: of empty tables PostgreSQL knows no figures yet and chooses badly, until it looks by itself within a minute.
    await progress('500 reservations before', () => call(fleetContract.importReservations, { params: { importId: randomUUID() }, body: { reservations: Array.from({ length: 500 }, (_, at) => ({ reference: `A${name}${at}`, reservation })) } }))
    const admin = new pg.Client({ connectionString: Object.assign(new URL(postgres.adminUrl), { pathname: new URL(postgres.url).pathname }).href })
    await admin.connect()
    await admin.query('analyze')
    await admin.end()
    const began = performance.now()
    const waited = { refused: 0 }
    let next = 0
    const send = async (): Promise<void> => {
      for (let at = next++; at < batches.length; at = next++) {
        const importId = randomUUID()
        for (let isTaken = false; !isTaken;) {
          try {
            const answer = await call(fleetContract.importReservations, { params: { importId }, body: { reservations: batches[at] ?? [] } })
            if (answer.created !== batches[at]?.length) throw new Error(`an import made ${answer.created}, refused ${answer.refused}`)
            isTaken = true
            memoryMost = Math.max(memoryMost, (await metricsOf(apiPort)).memory)
          } catch (error) {
            if (!(error instanceof HttpError) || error.status !== 429) throw error
            waited.refused += 1
            await new Promise((wake) => setTimeout(wake, 200))
          }
        }
      }
    }
    await progress(`${count} reservations, ${atOnce} calls at a time`, () => Promise.all(Array.from({ length: atOnce }, send)))
    const seconds = (performance.now() - began) / 1000
    const figures = { reservations: count, atOnce, seconds: Math.round(seconds * 10) / 10, perMinute: Math.round(count / seconds * 60), processorSeconds: Math.round(((await metricsOf(apiPort)).processor - before.processor) * 10) / 10, memoryBefore: before.memory, memoryMost, ...waited }
    console.table(figures)
    await keep('import', figures)
  } finally {
    await stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
