import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { aFleetReservation, anExtra } from '../../test/fixtures/whole-api.fixture.ts'
import type { FleetReservationInput } from '@checkin/fleet'
import { goOnWith, signingApi, type Signer, type SigningApi } from '../../test/fixtures/signing-renter.fixture.ts'

let world: SigningApi
beforeAll(async () => { world = await signingApi() })
afterAll(() => world.stop())

type Change = Partial<FleetReservationInput>
const sent = (change: Change = {}): FleetReservationInput => aFleetReservation({ isCompleted: true, emailToSign: 'sign.here@example.com', ...change })
const goOn = (renter: Signer) => goOnWith(world, renter)
const urlOf = async (renter: Signer): Promise<string> => (await renter.submit()).signatureURL ?? 'none'
/** The company sends the reservation anew, and the worker looks. */
async function companyChanges(renter: Signer, change: Change): Promise<void> {
  const put = await world.api.fleet('costaverde', 'PUT', `/reservations/${renter.reference}`, sent(change))
  if (put.statusCode !== 200) throw new Error(put.body)
  await goOn(renter)
}
/** What the newest agreement says. */
async function documentOf(renter: Signer): Promise<string> {
  const { agreement } = await renter.fleet()
  const pdf = (await world.api.fleet('costaverde', 'GET', `/reservations/${renter.reference}/papers/${agreement?.paperId}`)).rawPayload
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replace(/\s+/g, ' ')
}
const agreementEvents = async (renter: Signer) => (await renter.events()).filter(({ kind }) => kind.startsWith('agreement'))
/** Sums that the card provider holds now, in minor units. */
const held = () => [...world.card.entries.values()].flatMap(({ order, outcome }) => (outcome.kind === 'held' ? [order.amountMinor] : []))
const extras = (change: (line: NonNullable<FleetReservationInput['extras']>[number]) => object) => aFleetReservation().extras?.map((line) => ({ ...line, ...change(line) })) ?? []
const other = { vehicle: { id: 'G-C', vehicle: 'Volkswagen Golf', groupId: 'C', name: 'Compact', seats: 5, groupMinAge: 21, groupMaxAge: 80 } }
const maria = { name: 'Maria', surname: 'Silva', birthDate: '1990-02-03', countryId: 620 }
const stop = (dateAndTime: string, place: string) => ({ dateAndTime, place, timeZone: 'Europe/Lisbon' })

/** Printed facts, what the company makes of them, and what the new document must say. */
const printed: readonly (readonly [fact: string, change: Change, says: string])[] = [
  ['vehicle', other, 'Volkswagen Golf'],
  ['number plate', { vehicle: { ...aFleetReservation().vehicle, plateNumber: 'AA-00-BB' } }, 'AA-00-BB'],
  ['driver', { driver: { ...maria, surname: 'Sousa' } }, 'Maria Sousa'],
  ['driver\'s licence', { driver: { ...maria, driverLicense: { id: 'FA-77' } } }, 'FA-77'],
  ['additional driver', { addDriver: { name: 'João', surname: 'Costa', birthDate: '1988-03-04' } }, 'João Costa'],
  ['customer', { customer: { name: 'Marta', surname: 'Silva', email: 'maria.silva@example.com' } }, 'Marta Silva'],
  ['place of pick-up', { checkOut: stop('2031-05-02T10:30', 'Faro Marina') }, 'Faro Marina'],
  ['place of return', { checkIn: stop('2031-05-07T10:00', 'Porto Airport') }, 'Porto Airport'],
  ['time of pick-up', { checkOut: stop('2031-05-02T11:45', 'Faro Airport') }, '11:45'],
  ['time of return', { checkIn: stop('2031-05-07T08:15', 'Lisbon Airport') }, '08:15'],
  ['kilometres', { totalKms: 777 }, '777'],
  ['voucher', { voucherNr: 'VCH-42' }, 'VCH-42'],
  ['liability', { excess: { cdw: 1234 } }, '€1,234.00'],
  ['name of a line', { extras: extras(({ extraID }) => (extraID === 'SCDW' ? { description: 'Full cover' } : {})) }, 'Full cover'],
]

describe('an unsigned agreement of a rental that the company changes (DEC-108)', () => {
  it.each(printed)('%s: the old link signs nothing; with the same hold a new document is written by itself, and its link is mailed', async (_fact, change, says) => {
    const renter = await world.signer()
    const old = await urlOf(renter)
    await companyChanges(renter, change)
    expect(world.signatures.isWithdrawn(old)).toBe(true)
    world.signatures.signs(old)
    expect((await renter.fleet()).agreement).toMatchObject({ state: 'open', hold: { held: 479.55 } })
    expect([held(), world.card.charges.length]).toEqual([[47_955], 1])
    expect(await documentOf(renter)).toContain(says)
    const mails = await renter.mails()
    const url = String(mails.at(-1)?.payload['url'])
    // Nobody is sent to the old address any more, not even by a mail that waits.
    expect([mails.length, mails[0]?.kind, mails[0]?.payload['isRenewed'], url === old]).toEqual([1, 'signing-link', true, false])
    const back = await renter.comesBack(old)
    expect(back.json()).toMatchObject({ status: 409, code: 'AgreementOutdated', data: { signatureURL: url } })
    world.signatures.signs(url)
    expect((await renter.comesBack(url)).json()).toEqual({ signed: true })
    expect((await agreementEvents(renter)).at(-1)).toMatchObject({ kind: 'agreement.signed', data: { stale: false } })
  })

  it.each([
    ['price', { extras: extras(({ extraID }) => (extraID === 'DAYS' ? { value: 99.99 } : {})) }],
    ['deposit', { depositAmount: 500 }],
    ['sum paid elsewhere', { paidValue: 150 }],
    ['number of lines', { extras: [...aFleetReservation().extras ?? [], anExtra('GPS', { value: 10, isAccepted: true, isValuePerRA: true })] }],
  ] as readonly (readonly [string, Change])[])('%s: the hold is another sum, so it is given back at once, and the renter is led to the card again', async (_fact, change) => {
    const renter = await world.signer()
    const old = await urlOf(renter)
    await companyChanges(renter, change)
    expect([world.signatures.isWithdrawn(old), (await renter.fleet()).agreement]).toEqual([true, null])
    await world.api.payments.idle()
    await world.api.payments.processDue('costaverde')
    expect(held()).toEqual([])
    const [mail, ...others] = await renter.mails()
    expect([mail?.kind, others]).toEqual(['agreement-changed', []])
    const resumed = await world.api.call('GET', `/api/reservation/resume/${String(mail?.payload['precheckoutToken'])}`)
    expect(resumed.statusCode).toBe(200)
    expect((await renter.comesBack(old)).json()).toMatchObject({ status: 409, code: 'AgreementOutdated', data: { signatureURL: null } })
    const again = await renter.submit({ authorization: 'ix::anew' })
    expect(again.signatureURL).not.toBe(old)
    const { summary, reservation } = await renter.company()
    const sum = summary.cashier.pendingValues + (reservation.depositAmount ?? 0)
    expect([held(), (await renter.fleet()).agreement?.hold.held]).toEqual([[Math.round(sum * 100)], sum])
  })

  it.each([
    ['an offer of another group', { upgrades: [] }], ['the address that the link goes to', { emailToSign: 'else.where@example.com' }],
    ['an extra that nobody took', { extras: extras(({ extraID }) => (extraID === 'ADDDRV' ? { value: 30 } : {})) }], ['saved cards', { savedCards: [] }],
  ] as readonly (readonly [string, Change])[])('%s is not printed and ends nothing', async (_fact, change) => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    await companyChanges(renter, change)
    expect([(await renter.fleet()).agreement?.state, world.signatures.isWithdrawn(url)]).toEqual(['open', false])
    world.signatures.signs(url)
    expect((await renter.comesBack(url)).json()).toEqual({ signed: true })
  })
})

describe('the card that was kept with the hold', () => {
  it('outlives the company\'s word about the rental, and gives the new deposit', async () => {
    const renter = await world.signer()
    await urlOf(renter)
    const [former] = [...world.card.entries.values()]
    await companyChanges(renter, { depositAmount: 500, savedCards: [] })
    const kept = `ref-${former?.order.merchantTransactionId.slice(0, 8) ?? 'none'}`
    const cards = (await renter.call('GET', `/payment/${renter.number}/card`)).json<{ token: string }[]>()
    expect(cards.map(({ token }) => token)).toEqual([kept])
    expect((await renter.submit({ authorization: kept, isRecurring: false })).state).toBe('ready')
    expect([...world.card.entries.values()].at(-1)?.order).toMatchObject({ instrument: { kind: 'saved', referenceToken: kept }, amountMinor: 67_955 })
    expect(held()).toEqual([67_955])
  })
})

describe('other writes than the company\'s', () => {
  it('what is due is paid meanwhile: the document that asks for it is withdrawn and the hold of it given back', async () => {
    const renter = await world.signer()
    const old = await urlOf(renter)
    expect((await renter.pay()).status).toBe('paid')
    await goOn(renter)
    expect(world.signatures.isWithdrawn(old)).toBe(true)
    await world.api.payments.processDue('costaverde')
    expect(held()).toEqual([])
  })
  it('any write is found by its row version, wherever it was made', async () => {
    const renter = await world.signer()
    const old = await urlOf(renter)
    await world.api.asAdmin(`update reservation set total_kms = 4711, row_version = row_version + 1 where id = '${renter.id}'`)
    await goOn(renter)
    expect([world.signatures.isWithdrawn(old), await documentOf(renter)]).toEqual([true, expect.stringContaining('4711')])
  })
  it('a fact that an earlier release did not write down is not compared', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    await world.api.asAdmin(`update rental_agreement set facts = facts - 'voucherNumber' where reservation_id = '${renter.id}'`)
    await companyChanges(renter, { voucherNr: 'VCH-1' })
    expect(world.signatures.isWithdrawn(url)).toBe(false)
  })
})

describe('who was signing meanwhile', () => {
  it('signed before the request was taken back: it is signed, and company and operators are told that it is stale', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.signs(url)
    await companyChanges(renter, { totalKms: 777 })
    expect((await renter.fleet()).agreement).toMatchObject({ state: 'signed', isStale: true })
    const { rowVersion } = await renter.company()
    expect((await agreementEvents(renter)).at(-1)).toMatchObject({ kind: 'agreement.signed', data: { stale: true, rowVersion } })
    const attention = async () => (await world.attention()).filter(({ reference }) => reference === renter.reference).map(({ kind }) => kind)
    expect(await attention()).toEqual(['agreement-stale'])
    // The company says that there is an agreement: it has looked at it.
    await companyChanges(renter, { totalKms: 777, hasRentalAgreement: true })
    expect(await attention()).toEqual([])
  })
  it('signed, and the facts changed without anybody noticing before the signature is confirmed: stale', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    await world.api.asAdmin(`update reservation set total_kms = 4711 where id = '${renter.id}'`)
    world.signatures.signs(url)
    expect((await renter.comesBack(url)).json()).toEqual({ signed: true })
    expect((await agreementEvents(renter)).at(-1)).toMatchObject({ data: { stale: true } })
  })
  it('whoever proceeds while the old request is being taken back waits for that, and signs the new paper', async () => {
    const renter = await world.signer()
    const old = await urlOf(renter)
    world.signatures.goesAway()
    await companyChanges(renter, { totalKms: 777 })
    expect((await renter.submit()).state).toBe('checking')
    world.signatures.goesAway(false)
    await world.api.asAdmin('update rental_agreement set leased_until = null')
    const again = await renter.submit()
    expect([again.state, again.signatureURL === old, held()]).toEqual(['ready', false, [47_955]])
  })
  it('a press that was still being checked when the rental changed is not carried on by itself at other sums', async () => {
    const renter = await world.signer()
    const press = { 'idempotency-key': '5555555555aaaaaaaaaa5555555555aa' }
    world.card.does('pending')
    expect((await renter.proceed({}, press)).json()).toMatchObject({ state: 'checking' })
    await companyChanges(renter, { depositAmount: 500 })
    expect((await renter.proceed({}, press)).json()).toMatchObject({ state: 'checking' })
    world.card.finish(undefined, { kind: 'held', providerId: 'p-1', amountMinor: 47_955, currency: 'EUR', captureBefore: null, card: null })
    await world.work()
    await goOn(renter)
    expect((await renter.proceed({}, press)).json()).toMatchObject({ status: 409, code: 'AgreementOutdated' })
    expect((await renter.submit({ authorization: 'ix::anew' })).state).toBe('ready')
    expect(held()).toEqual([67_955])
  })
})

describe('a process that is killed between two steps', () => {
  it('after the provider took the request back, before it was written down: taken up again, one renewal and one mail', async () => {
    const renter = await world.signer()
    const old = await urlOf(renter)
    world.signatures.losesWithdrawals()
    await companyChanges(renter, { totalKms: 777 })
    expect([(await renter.fleet()).agreement?.state, world.signatures.isWithdrawn(old)]).toEqual(['withdrawing', true])
    world.signatures.losesWithdrawals(false)
    await goOn(renter)
    await goOn(renter)
    expect((await renter.fleet()).agreement?.state).toBe('open')
    expect([(await renter.mails()).length, held().length]).toEqual([1, 1])
  })
  it('after it asked for a signature whose answer was lost: what the provider has is taken back all the same', async () => {
    const renter = await world.signer()
    world.signatures.does('lose-answer')
    await renter.proceed()
    const asked = [...world.signatures.entries.values()].at(-1)?.asked.url ?? ''
    await companyChanges(renter, { totalKms: 777 })
    expect(world.signatures.isWithdrawn(asked)).toBe(true)
    expect((await renter.fleet()).agreement?.state).toBe('open')
  })
})
