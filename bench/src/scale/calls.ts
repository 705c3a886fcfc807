import { randomUUID } from 'node:crypto'
import { fleetContract } from '@checkin/fleet'
import { createClient } from '@checkin/http/client'
import { internalContract } from '@checkin/internal'
import { caller, journey, manyRenters } from '../api/renters.ts'
import { companyAt } from '../product.ts'
import { largest } from './fill.ts'
import { checkIns } from './walk.ts'

/** A question of pages, of a company's system, of operators or of a worker, by the name that the report gives it. */
export interface Question {
  readonly name: string
  readonly ask: () => Promise<unknown>
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Everything that is asked often, of a product whose first port is `base`; `work` asks the database a statement as a worker would. */
export async function questions(base: number, work: (statement: string) => Promise<unknown>): Promise<{ readonly all: readonly Question[]; readonly close: () => void }> {
  const company = companyAt(base + 4)
  const operator = createClient({ baseUrl: `http://127.0.0.1:${base + 4}`, token: 'demo-admin', headers: { 'x-checkin-actor': 'bench' }, timeoutMs: 300_000 })
  const renters = caller(base + 4, base)
  const visitors = checkIns(base)
  const [renter] = await manyRenters(renters.call, base + 4, 1)
  if (!renter) throw new Error('nobody came')
  const visitor = await visitors.reserves('CV1001')
  const { reservation } = await company.call(fleetContract.getReservation, { params: { reference: 'CV1001' } })
  const list = (query: Parameters<typeof company.call<typeof fleetContract.listReservations>>[1]['query']) => () => company.call(fleetContract.listReservations, { query })
  const fleet: readonly Question[] = [
    { name: 'list', ask: list({}) }, { name: 'list, 500', ask: list({ limit: 500 }) },
    ...(['open', 'completed', 'agreement', 'erased'] as const).flatMap((status) => [
      { name: `list, ${status}`, ask: list({ status }) }, { name: `list, ${status}, pick-ups from today`, ask: list({ status, pickUpFrom: day(0) }) },
    ]),
    { name: 'list, the coming week', ask: list({ pickUpFrom: day(0), pickUpTo: day(7) }) }, { name: 'list, one station', ask: list({ station: 'Faro Airport' }) },
    { name: 'list, one station that has none', ask: list({ station: 'Nowhere' }) },
    { name: 'list, one station, a day', ask: list({ station: 'Faro Airport 3', pickUpFrom: day(2), pickUpTo: day(2) }) },
    { name: 'list, changed within the hour', ask: list({ changedSince: new Date(Date.now() - 3_600_000).toISOString() }) },
    { name: 'list, changed within the day, open', ask: list({ changedSince: new Date(Date.now() - 86_400_000).toISOString(), status: 'open' }) },
    { name: 'list, a page after another', ask: list({ after: `${day(-100)}T10:30_01900000-0000-7000-8000-000000000000` }) },
    { name: 'get', ask: () => company.call(fleetContract.getReservation, { params: { reference: visitor.reference } }) },
    { name: 'put, new', ask: () => company.call(fleetContract.putReservation, { params: { reference: `Q${randomUUID().slice(0, 8)}` }, body: reservation }) },
    { name: 'put, changed', ask: () => company.call(fleetContract.putReservation, { params: { reference: visitor.reference }, body: { ...reservation, customer: { ...reservation.customer, email: visitor.mail }, paidValue: 101 } }) },
    { name: 'import', ask: () => company.call(fleetContract.importReservations, { params: { importId: randomUUID() }, body: { reservations: Array.from({ length: 500 }, (_, at) => ({ reference: `M${randomUUID().slice(0, 8)}${at}`, reservation })) } }) },
    { name: 'feed, from the beginning', ask: () => company.call(fleetContract.listEvents, { query: { limit: 1000 } }) },
    { name: 'feed, the newest', ask: async () => company.call(fleetContract.listEvents, { query: { after: 1_000_000_000 } }) },
    { name: 'answers to offers', ask: () => company.call(fleetContract.countOfferAnswers) },
    { name: 'readings', ask: () => company.call(fleetContract.listReadings, { query: {} }) },
  ]
  const find = (by: 'reference' | 'surname' | 'email', value: string) => () => operator.call(internalContract.findReservations, { params: { id: largest }, body: { by, value } })
  const console: readonly Question[] = [
    { name: 'tenants', ask: () => operator.call(internalContract.listTenants) }, { name: 'tenant summaries', ask: () => operator.call(internalContract.listTenantSummaries) },
    { name: 'stations', ask: () => operator.call(internalContract.listStations, { params: { id: largest } }) }, { name: 'check-ins', ask: () => operator.call(internalContract.countCheckIns) },
    { name: 'funnel', ask: () => operator.call(internalContract.countOfferAnswers) }, { name: 'attention', ask: () => operator.call(internalContract.listAttention) },
    { name: 'money orders', ask: () => operator.call(internalContract.listMoneyOrders) }, { name: 'tenant changes', ask: () => operator.call(internalContract.listTenantChanges) },
    { name: 'search by reference', ask: find('reference', visitor.reference) }, { name: 'search by surname', ask: find('surname', 'Silva77') }, { name: 'search by the surname of many', ask: find('surname', visitor.surname) },
    { name: 'search by e-mail', ask: find('email', visitor.mail) }, { name: 'terms', ask: () => operator.call(internalContract.listTermsVersions, { params: { id: largest } }) },
    { name: 'breaks', ask: () => operator.call(internalContract.listDiscrepancies, { params: { id: largest } }) },
    { name: 'settlement', ask: () => operator.call(internalContract.compareSettlement, { params: { id: largest, gateway: 'card' }, body: { records: Array.from({ length: 100 }, (_, at) => ({ merchantTransactionId: `none-${at}`, amount: 12.5, currency: 'EUR' })) } }) },
    { name: 'support', ask: () => operator.call(internalContract.getSupportState, { params: { id: largest, reference: visitor.reference } }) },
    { name: 'money', ask: () => operator.call(internalContract.getReservationMoney, { params: { id: largest, reference: visitor.reference } }) },
  ]
  const renterCalls = journey.map(({ name, ask }) => ({ name, ask: async () => {
    const { status, text } = await ask(renters.call, renter, Math.random())
    if (status >= 300) throw new Error(`${name}: ${status} ${text.slice(0, 200)}`)
  } }))
  const named = (who: string, all: readonly Question[]): readonly Question[] => all.map(({ name, ask }) => ({ name: `${who}: ${name}`, ask }))
  const all = [
    ...named('renter', [...renterCalls, { name: 'a check-in from the first screen to the receipt', ask: () => visitors.checksIn(visitor) }, { name: 'deposit and agreement', ask: () => visitors.signsAgreement(visitor) }]),
    ...named('company', [...fleet, { name: 'personal data', ask: () => company.call(fleetContract.exportPersonalData, { params: { reference: visitor.reference } }) }]),
    ...named('console', console), ...named('worker', workQuestions(work)),
    // Last, because the others are about this reservation.
    ...named('company', [{ name: 'erase', ask: () => company.call(fleetContract.erasePersonalData, { params: { reference: visitor.reference } }) }]),
  ]
  return { all, close: () => { renters.close(); visitors.close() } }
}

/** Kinds of work that the functions of the schema know, and how long what housekeeping removes is kept, in seconds. */
const kept: Readonly<Record<string, number>> = {
  sessions: 86_400, codes: 86_400, 'finished-mails': 7 * 86_400, links: 30 * 86_400, guards: 86_400, 'driver-checks': 86_400, 'payment-keys': 7 * 86_400, 'idempotent-requests': 7 * 86_400, drafts: 7 * 86_400, invitations: 86_400, 'unchecked-payments': 86_400,
}
const dueNow = ['mails', 'payment-jobs', 'approved-orders', 'agreements', 'changed-agreements', 'forgotten-holds', 'events', 'new-receivers', 'ended-holds', 'holds-to-renew', 'holds-to-warn-of', 'pictures', 'personal-data', 'kept-pdfs', 'handed-pictures', 'remains'] as const

const workQuestions = (work: (statement: string) => Promise<unknown>): readonly Question[] => [
  ...[...dueNow.map((kind) => [kind, 0] as const), ...Object.entries(kept)].map(([kind, seconds]) => ({ name: kind, ask: () => work(`select * from tenants_with_work('${kind}', ${-seconds})`) })),
  ...['changed-passes', 'wallet-updates', 'ended-passes'].map((kind) => ({ name: kind, ask: () => work(`select * from tenants_with_wallet_work('${kind}', 0)`) })),
  ...['mail', 'payment-orders', 'agreements', 'deliveries', 'retention'].map((kind) => ({ name: `oldest ${kind}`, ask: () => work(`select * from oldest_waiting_work('${kind}')`) })),
  { name: 'attention', ask: () => work('select * from tenants_with_attention()') },
  ...['check-ins', 'offer-answers'].map((kind) => ({ name: `figures of ${kind}`, ask: () => work(`select * from tenants_with_figures('${kind}')`) })),
]
