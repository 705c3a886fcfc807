import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fleetContract, mostImported, type FleetReservationInput } from '@checkin/fleet'
import { createClient, HttpError, type Client } from '@checkin/http/client'
import { startPostgres } from '@checkin/server/postgres'
import pg from 'pg'
import { apiPort, putCompany, startApi } from './api-alone.ts'
import { keep, progress } from './report.ts'

/** A small reservation: what is measured is what an event costs, not what lies beside it. */
const small: FleetReservationInput = {
  checkOut: { dateAndTime: '2031-05-02T10:30', place: 'Faro Airport', timeZone: 'Europe/Lisbon' }, checkIn: { dateAndTime: '2031-05-07T10:00', place: 'Faro Airport', timeZone: 'Europe/Lisbon' },
  customer: { name: 'Maria', surname: 'Silva', email: 'maria.silva@example.com' },
  vehicle: { id: 'G-B', vehicle: 'Renault Clio or similar', groupId: 'B', name: 'Economy', seats: 5, doors: 5, transmission: 'manual', fuel: 'petrol' },
}

interface Company {
  readonly id: string
  readonly call: Client['call']
  /** Id of the last event that its system has read. */
  read: number
}

async function newCompany(id: string): Promise<Company> {
  const token = `fleet-${randomBytes(16).toString('base64url')}`
  await putCompany(id, token)
  return { id, call: createClient({ baseUrl: `http://127.0.0.1:${apiPort}`, token, timeoutMs: 60_000 }).call, read: 0 }
}

/** Stores so many new reservations of a company by one call. */
type Store = (company: Company, references: readonly string[]) => Promise<void>

/** What a company's system does when it is asked to come later. */
async function patient<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof HttpError) || (error.status !== 429 && error.status !== 503)) throw error
      await delay(50)
    }
  }
}

const byPut: Store = async ({ call }, references) => {
  for (const reference of references) await patient(() => call(fleetContract.putReservation, { params: { reference }, body: small }))
}
const byImport: Store = async ({ call }, references) => {
  const request = { params: { importId: randomUUID() }, body: { reservations: references.map((reference) => ({ reference, reservation: small })) } }
  const { created } = await patient(() => call(fleetContract.importReservations, request))
  if (created !== references.length) throw new Error(`an import made ${created} of ${references.length}`)
}

/** Reads the feed on until so many events of the company are read; throws where one is missing. */
async function follow(company: Company, until: number): Promise<void> {
  while (company.read < until) {
    const { events } = await patient(() => company.call(fleetContract.listEvents, { query: { after: company.read, limit: 1000 } }))
    for (const { id } of events) {
      if (Number(id) !== company.read + 1) throw new Error(`${company.id} read event ${id} after ${company.read}`)
      company.read += 1
    }
    if (events.length < 1000) await delay(100)
  }
}

/** Seconds of processor time of the API since its start: tells more than the clock where the machine is busy with other things. */
async function processorSeconds(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${apiPort}/metrics`)).text()
  return Number(/^process_cpu_seconds_total\S* (\S+)/m.exec(metrics)?.[1])
}

interface Way { readonly name: string; readonly store: Store; readonly atOnce: number }

/** At least so many events by so many callers, as many of each company in turn, read by each company's system meanwhile. */
async function measure({ store, atOnce }: Way, companies: readonly Company[], { least, callers }: { readonly least: number; readonly callers: number }) {
  const rounds = Math.ceil(least / companies.length / atOnce)
  const events = rounds * atOnce * companies.length
  const calls = Array.from({ length: rounds }, () => companies).flat().entries()
  const prefix = randomBytes(3).toString('hex')
  const send = async (): Promise<void> => {
    // All callers take from the same calls.
    for (const [at, company] of calls) await store(company, Array.from({ length: atOnce }, (_, row) => `${prefix}-${at}-${row}`))
  }
  const [began, processorBefore] = [performance.now(), await processorSeconds()]
  const seconds = (): number => (performance.now() - began) / 1000
  let written = 0
  const writing = Promise.all(Array.from({ length: callers }, send)).then(() => { written = seconds() })
  await Promise.all([writing, ...companies.map((company) => follow(company, company.read + rounds * atOnce))])
  const read = seconds()
  return { companies: companies.length, events, callers, writtenPerMinute: Math.round(events / written * 60), readPerMinute: Math.round(events / read * 60), readAfterSeconds: Math.round((read - written) * 100) / 100, processorMsPerEvent: Math.round((await processorSeconds() - processorBefore) / events * 100_000) / 100 }
}

/** `npm run bench -- fleet-events [events] [callers]`: how many events a minute one API process writes, by single calls and by imports, for one company and for ten, while the feeds are read. */
export async function fleetEventsBench(args: readonly string[]): Promise<void> {
  const [events = 20_000, callers = 8] = args.map(Number)
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const postgres = await progress('PostgreSQL', () => startPostgres({ dataDir: folder, onNotice: () => undefined }))
  let stop = (): Promise<void> => Promise.resolve()
  try {
    stop = await progress('the API', () => startApi(postgres.url, folder))
    const ways: readonly (Way & { readonly part: number; readonly most: number })[] = [{ name: 'PUT', store: byPut, atOnce: 1, part: 0.2, most: Infinity }, { name: 'import', store: byImport, atOnce: mostImported, part: 1, most: 2 }]
    const companies = await Promise.all(Array.from({ length: 11 }, (_, at) => newCompany(`company-${at}`)))
    // Companies that have reservations already: of empty tables PostgreSQL knows no figures yet and chooses badly, until it looks by itself within a minute.
    await progress('reservations before', async () => {
      for (const company of companies) await byImport(company, Array.from({ length: 200 }, (_, at) => `before-${at}`))
      for (const company of companies) await follow(company, 200)
    })
    const admin = new pg.Client({ connectionString: Object.assign(new URL(postgres.adminUrl), { pathname: new URL(postgres.url).pathname }).href })
    await admin.connect()
    await admin.query('analyze')
    await admin.end()
    const rows: object[] = []
    for (const { part, most, ...way } of ways) {
      for (const some of [companies.slice(0, 1), companies.slice(1)]) {
        const figures = await progress(`${way.name}, ${some.length} companies`, () => measure(way, some, { least: events * part, callers: Math.min(callers, most) }))
        rows.push({ way: way.name, ...figures })
      }
    }
    console.table(rows)
    await keep('fleet-events', { rows })
  } finally {
    await stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
