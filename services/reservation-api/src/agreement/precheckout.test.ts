import type { FullReservation } from '@checkin/api'
import { ServiceError } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { aFleetReservation } from '../../test/fixtures/whole-api.fixture.ts'
import { changeDriver } from '../../test/fixtures/stored-driver.fixture.ts'
import { goOnWith, signingApi, type Signer, type SigningApi } from '../../test/fixtures/signing-renter.fixture.ts'
import { dot } from '../../test/fixtures/fake-signatures.fixture.ts'

let world: SigningApi
beforeAll(async () => { world = await signingApi() })
afterAll(() => world.stop())

const goOn = (renter: Signer) => goOnWith(world, renter)
/** The provider holds what it was asked to hold. */
const holds = () => { world.card.finish(undefined, { kind: 'held', providerId: 'p-1', amountMinor: 47_955, currency: 'EUR', captureBefore: null, card: null }) }
const urlOf = async (renter: Signer): Promise<string> => (await renter.submit()).signatureURL ?? 'none'
const kinds = async (renter: Signer) => (await renter.events()).map(({ kind }) => kind).filter((kind) => kind.startsWith('agreement') || kind.startsWith('payment'))
const textOf = async (pdf: Buffer) => (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replace(/\s+/g, ' ')
async function document(renter: Signer, kind: string): Promise<Buffer> {
  const { papers } = await renter.fleet()
  const id = papers.find((candidate) => candidate.kind === kind)?.paperId ?? ''
  return (await world.api.fleet('costaverde', 'GET', `/reservations/${renter.reference}/papers/${id}`)).rawPayload
}

describe('proceeding with a new card', () => {
  it('holds deposit and amount due together, makes the agreement, mails the link and answers where to sign (API-32, DEC-62)', async () => {
    const renter = await world.signer()
    const answer = await renter.submit()
    expect(answer).toEqual({ signatureURL: expect.stringContaining('http://sign.localhost'), errors: [], state: 'ready', redirectURL: null })
    const [held] = [...world.card.entries.values()]
    expect(held?.order).toMatchObject({ amountMinor: 30_000 + 17_955, instrument: { kind: 'token', token: 'ix::new' }, register: true })
    const { agreement, payments } = await renter.fleet()
    expect(agreement).toMatchObject({ state: 'open', signature: null, hold: { deposit: 300, due: 179.55, held: 479.55, captureBefore: expect.stringMatching(/^\d{4}-/) } })
    expect(payments).toMatchObject([{ purpose: 'deposit', state: 'authorised', amount: 479.55 }])
    expect(await renter.mails()).toMatchObject([{ kind: 'signing-link', to: 'sign.here@example.com', payload: { url: answer.signatureURL, heldMinor: 47_955 } }])
    expect(await kinds(renter)).toEqual(['payment.held', 'agreement.made'])
  })

  it('tells the company at once of a hold that ends before the return', async () => {
    const renter = await world.signer()
    await renter.submit()
    expect((await renter.events()).find(({ kind }) => kind === 'payment.held')?.data).toMatchObject({ endsBeforeReturn: true })
    const soon = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const short = await world.signer({
      checkOut: { dateAndTime: `${soon(1)}T10:30`, place: 'Faro Airport', timeZone: 'Europe/Lisbon' }, checkIn: { dateAndTime: `${soon(4)}T10:00`, place: 'Faro Airport', timeZone: 'Europe/Lisbon' },
    })
    await short.submit()
    expect((await short.events()).find(({ kind }) => kind === 'payment.held')?.data).toMatchObject({ endsBeforeReturn: false })
  })

  it('is written as a document that says what was agreed and held, with its hash (PRECHK-10, PRECHK-12)', async () => {
    const renter = await world.signer({ addDriver: { name: 'João', surname: 'Costa', birthDate: '1988-03-04' } })
    await renter.submit()
    const text = await textOf(await document(renter, 'agreement'))
    for (const part of ['Rental agreement', 'Costa Verde', 'Maria Silva', 'João Costa', 'Faro Airport, 2 May 2031, 10:30', 'Renault Clio or similar', '€279.55', '€179.55', '€479.55 is held', 'Not signed yet']) {
      expect(text).toContain(part)
    }
    expect((await renter.fleet()).papers).toMatchObject([{ kind: 'agreement', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })

  it('without deposit and with nothing due holds nothing and still makes the agreement', async () => {
    const renter = await world.signer({ depositAmount: null, paidValue: 279.55 })
    expect((await renter.submit()).state).toBe('ready')
    expect(world.card.asked).toEqual([])
  })

  it('speaks the language of the page, in agreement and mail', async () => {
    const renter = await world.signer()
    await renter.proceed({}, { 'x-checkin-language': 'fr' })
    expect(await textOf(await document(renter, 'agreement'))).toContain('Contrat de location')
    expect((await renter.mails())[0]?.language).toBe('fr')
  })
})

describe('a saved card', () => {
  const cards = [{ provider: 'card', creditCardNumber: '4111 **** **** 1111', cardFlag: 'Visa', token: 'tok-1', referenceToken: 'ref-1' }]
  it.each(['tok-1', 'ref-1'])('is charged by its reference when the page names it by %s (PRECHK-13)', async (authorization) => {
    const renter = await world.signer({ savedCards: cards })
    expect((await renter.submit({ authorization })).state).toBe('ready')
    expect([...world.card.entries.values()][0]?.order).toMatchObject({ instrument: { kind: 'saved', referenceToken: 'ref-1' } })
  })
  it('needs a confirmed code; a new card does not (DEC-77)', async () => {
    const renter = await world.signer({ savedCards: cards })
    const link = await renter.link()
    expect(await link.refusal({ authorization: 'tok-1' })).toBe('403 CodeRequired')
    expect(world.card.asked).toEqual([])
    expect((await link.submit()).state).toBe('ready')
  })
})

describe('what may go wrong (PRECHK-17, DEC-63)', () => {
  it('a declined card is told as payment, and another card may be tried', async () => {
    const renter = await world.signer()
    world.card.does({ decline: '2003' })
    expect(await renter.refusal()).toBe('400 PreauthorisationFailed payment')
    expect((await renter.submit({ authorization: 'ix::other' })).state).toBe('ready')
    expect(world.card.charges).toHaveLength(1)
  })
  it('a card that the tokeniser did not accept is not sent to anybody', async () => {
    const renter = await world.signer()
    expect(await renter.refusal({ validated: false })).toBe('400 PreauthorisationFailed payment')
    expect(world.card.asked).toEqual([])
  })
  it('an agreement that the provider does not take leaves the hold for the counter, to be given back after a day (ERR-41, P22)', async () => {
    const renter = await world.signer()
    world.signatures.does('reject')
    expect(await renter.refusal()).toBe('400 PreauthorisationFailed agreement')
    expect((await renter.fleet()).agreement).toMatchObject({ state: 'failed', hold: { held: 479.55 } })
    const [order] = await world.api.asAdmin("select extract(epoch from next_attempt_at - now())::int as seconds from payment_outbox where kind = 'void' and state = 'queued'")
    expect(Number(order?.['seconds'])).toBeGreaterThan(86_000)
    expect(await kinds(renter)).toEqual(['payment.held', 'agreement.failed'])
    // Again, while it is held: told truly, and nothing is held twice.
    expect(await renter.refusal()).toBe('400 PreauthorisationFailed already-processed')
    await world.work()
    expect((await renter.fleet()).payments).toMatchObject([{ state: 'voided' }])
    expect((await renter.submit({ authorization: 'ix::anew' })).state).toBe('ready')
    expect(world.card.charges).toHaveLength(2)
  })
  it('a provider that stays away is told as signature after three more questions; the agreement goes on by itself and the link is mailed', async () => {
    const renter = await world.signer()
    world.signatures.goesAway()
    for (let asked = 0; asked < 3; asked += 1) expect((await renter.submit()).state).toBe('checking')
    expect(await renter.refusal()).toBe('400 PreauthorisationFailed signature')
    expect(await renter.mails()).toEqual([])
    world.signatures.goesAway(false)
    await goOn(renter)
    expect(await renter.mails()).toMatchObject([{ kind: 'signing-link' }])
    expect((await renter.fleet()).agreement?.state).toBe('open')
  })
  it.each(['the page asks again', 'the worker was first'])('a provider that was slow keeps nobody from signing, and nobody is told of an earlier try when %s (DEC-48)', async (who) => {
    const renter = await world.signer()
    const press = { 'idempotency-key': '0123456789abcdef0123456789abcdef' }
    world.signatures.does('away')
    expect((await renter.proceed({}, press)).json()).toMatchObject({ state: 'checking', errors: [] })
    if (who === 'the worker was first') await goOn(renter)
    expect((await renter.proceed({}, press)).json()).toMatchObject({ state: 'ready', errors: [], signatureURL: expect.stringContaining('http') })
    expect((await renter.proceed({}, { 'idempotency-key': 'another0another0another0another0' })).json()).toMatchObject({ errors: [{ context: 'already-processed' }] })
  })
  it('a press whose card was declined while it was checked asks no card again when it is repeated (DEC-48)', async () => {
    const renter = await world.signer()
    const press = { 'idempotency-key': 'fedcba9876543210fedcba9876543210' }
    world.card.does('pending')
    expect((await renter.proceed({}, press)).json()).toMatchObject({ state: 'checking' })
    world.card.finish([...world.card.entries.keys()][0], { kind: 'declined', providerId: 'p-1', code: '2003' })
    await world.work()
    await goOn(renter)
    expect((await renter.proceed({}, press)).json()).toMatchObject({ data: { errors: [{ context: 'payment' }] } })
    expect(world.card.entries.size).toBe(1)
  })
  it('an answer of the signature provider that is lost makes no second agreement', async () => {
    const renter = await world.signer()
    world.signatures.does('lose-answer')
    await renter.proceed()
    const before = world.signatures.entries.size
    await world.api.asAdmin('update rental_agreement set leased_until = null')
    expect((await renter.submit()).errors).toEqual([{ context: 'already-processed' }])
    expect(world.signatures.entries.size).toBe(before)
  })
  it.each([['the provider could not write', 'summary-fails', {}], ['there is no address to write to', 'take', { emailToSign: null, customer: { name: 'Maria', surname: 'Silva', email: null } }]] as const)(
    'the summary is not mailed when %s: told, and the agreement goes on (ERR-39)', async (_case, asking, change) => {
      const renter = await world.signer(change)
      world.signatures.does(asking)
      const answer = await renter.submit()
      expect([answer.errors, answer.signatureURL !== null]).toEqual([[{ context: 'summary-email' }], true])
    })
  it.each(['the page asked', 'the worker was first'])('what the provider knew already is told as processed, and goes on to the signature, when %s (DEC-63)', async (who) => {
    const renter = await world.signer()
    const press = { 'idempotency-key': 'abcdef9876543210abcdef9876543210' }
    if (who === 'the worker was first') {
      world.signatures.does('away')
      expect((await renter.proceed({}, press)).json()).toMatchObject({ state: 'checking', errors: [] })
    }
    world.signatures.does('knew-it')
    if (who === 'the worker was first') await goOn(renter)
    expect((await renter.proceed({}, press)).json()).toMatchObject({ state: 'ready', errors: [{ context: 'already-processed' }], signatureURL: expect.stringContaining('http') })
  })
  it.each([['another reservation', { documentId: '99999999' }, '404 ReservationNotFound'], ['fields that nobody knows', { amount: 1 }, '400 InvalidRequest']])('%s is refused', async (_case, body, expected) => {
    const renter = await world.signer()
    expect(await renter.refusal(body)).toContain(expected)
  })
  it('the session that completed check-in may only read; with the link it goes on (DEC-85)', async () => {
    const renter = await world.signer({ isCompleted: false, paidValue: 279.55 })
    await renter.put({ completes: true })
    expect(await renter.refusal()).toContain('409 ReadOnlySession')
    const { precheckoutToken } = (await renter.call('POST', '/check-precheckout', { reservationNumber: renter.number })).json<{ precheckoutToken: string }>()
    const opened = await renter.call('GET', `/precheckout/${precheckoutToken}`)
    expect(opened.statusCode).toBe(200)
    const token = (opened.cookies as { name: string; value: string }[])[0]?.value ?? ''
    const submitted = await world.api.call('POST', '/api/precheckout', { token, body: { documentId: renter.number, authorization: 'ix::new', isRecurring: true, validated: true } })
    expect(submitted.json()).toMatchObject({ state: 'ready' })
  })
})

describe('never a second hold', () => {
  it('proceeding again answers the same place to sign, told as processed', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    expect(await renter.submit({ authorization: 'ix::other' })).toMatchObject({ signatureURL: url, errors: [{ context: 'already-processed' }] })
    expect(world.card.charges).toHaveLength(1)
  })
  it('five calls at once, of two devices, hold once and make one agreement', async () => {
    const renter = await world.signer()
    const other = await renter.anotherDevice()
    const answers = await Promise.all([renter, other, renter, other, renter].map(({ proceed }) => proceed()))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    // Each of them may have found another one at work and answered that it is checked: the page asks again.
    expect((await renter.submit()).signatureURL).toContain('http')
    expect([world.card.charges.length, (await renter.fleet()).papers.length]).toEqual([1, 1])
  })
  it('while the provider has not said, the truth is checking, and the same call goes on (PAY-24)', async () => {
    const renter = await world.signer()
    world.card.does('pending')
    expect(await renter.submit()).toEqual({ signatureURL: null, errors: [], state: 'checking', redirectURL: null })
    holds()
    expect((await renter.submit()).signatureURL).toContain('http')
    expect(world.card.entries.size).toBe(1)
  })
  it('a hold whose answer was lost is found by asking', async () => {
    const renter = await world.signer()
    world.card.does('charge-silently')
    expect((await renter.submit()).state).toBe('ready')
    expect(world.card.charges).toHaveLength(1)
  })
  it('the bank asks in a frame; afterwards the same call goes on', async () => {
    const renter = await world.signer()
    world.card.does('redirect')
    const asked = await renter.submit()
    expect(asked).toMatchObject({ state: 'redirect', signatureURL: null, redirectURL: expect.stringContaining('http://provider.test/') })
    holds()
    expect((await renter.submit()).state).toBe('ready')
  })
  it('a worker that looks at the very moment at which the hold begins does not take it for refused (I1, DEC-48)', async () => {
    const renter = await world.signer()
    const { payments } = world.api.agreements
    const [start, refresh] = [payments.start, payments.refresh]
    const looked = Promise.withResolvers<null>()
    const begun = Promise.withResolvers<null>()
    vi.spyOn(payments, 'refresh').mockImplementationOnce(async (of) => {
      expect(await refresh(of)).toBeNull()
      looked.resolve(null)
      return begun.promise
    })
    let worker = Promise.resolve()
    vi.spyOn(payments, 'start').mockImplementationOnce(async (asked) => {
      worker = goOn(renter)
      await looked.promise
      const view = await start(asked)
      begun.resolve(null)
      await worker
      return view
    })
    expect((await renter.proceed()).statusCode).toBe(200)
    vi.restoreAllMocks()
    expect((await renter.submit()).signatureURL).toContain('http')
    expect(world.card.charges).toHaveLength(1)
  })
  it('a hold that would begin after its agreement was given up does not begin, and the card is free for the next press (A2)', async () => {
    const renter = await world.signer()
    const { payments } = world.api.agreements
    const { start } = payments
    vi.spyOn(payments, 'start').mockImplementationOnce(async (asked) => {
      // The process stood still for longer than a hold takes to begin; the worker found none.
      await world.api.asAdmin(`update rental_agreement set created_at = created_at - interval '1 minute' where reservation_id = '${renter.id}'`)
      await goOn(renter)
      return start(asked)
    })
    expect(await renter.refusal()).toBe('400 PreauthorisationFailed payment')
    vi.restoreAllMocks()
    expect(world.card.asked).toEqual([])
    expect((await renter.submit()).state).toBe('ready')
    expect(world.card.charges).toHaveLength(1)
  })
  it('a second press that is refused leaves the hold of the first its agreement (A2)', async () => {
    const renter = await world.signer()
    const { payments } = world.api.agreements
    const { start } = payments
    vi.spyOn(payments, 'start').mockImplementationOnce(async (asked) => {
      await start(asked)
      throw new ServiceError(503, 'Unavailable', 'This way to pay is not available at the moment')
    })
    expect((await renter.submit()).signatureURL).toContain('http')
    vi.restoreAllMocks()
    expect((await renter.fleet()).agreement).toMatchObject({ state: 'open' })
  })
  it('a renter who goes away while it is checked gets the link by mail', async () => {
    const renter = await world.signer()
    world.card.does('pending')
    await renter.proceed()
    holds()
    await world.work()
    await goOn(renter)
    expect(await renter.mails()).toMatchObject([{ kind: 'signing-link' }])
  })
  it('a hold that never came about makes room for another card', async () => {
    const renter = await world.signer()
    world.card.does('pending')
    await renter.proceed()
    world.card.finish([...world.card.entries.keys()][0], { kind: 'declined', providerId: 'p-1', code: '2003' })
    await world.work()
    await goOn(renter)
    expect((await renter.fleet()).agreement).toBeNull()
    expect((await renter.submit({ authorization: 'ix::other' })).state).toBe('ready')
  })
})

describe('signing', () => {
  it.each([['typed', null], ['drawn', dot]] as const)('%s, on another device without a session: signed, stored, mailed, and the company sees it (API-33, DEC-66)', async (kind, image) => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.signs(url, { kind, image })
    const answer = await renter.comesBack(url)
    expect([answer.statusCode, answer.json()]).toEqual([200, { signed: true }])
    const { agreement, reservation, papers } = await renter.fleet()
    expect(agreement).toMatchObject({ state: 'signed', signature: { way: kind, name: 'Maria Silva', signedAt: '2026-11-21T09:12:33.000Z' }, hold: { held: 479.55 } })
    expect([reservation.hasRentalAgreement, papers.map((one) => one.kind)]).toEqual([true, ['agreement', 'signed-agreement']])
    const text = await textOf(await document(renter, 'signed-agreement'))
    for (const part of ['Signed rental agreement', 'Maria Silva', '21 November 2026, 09:12 UTC']) expect(text).toContain(part)
    // A long word breaks where the line ends.
    expect(text.replaceAll(' ', '')).toContain(papers[0]?.sha256)
    expect((await renter.mails()).map((mail) => mail.kind)).toEqual(['signing-link', 'signed-copy'])
    expect((await kinds(renter)).at(-1)).toBe('agreement.signed')
  })
  it('confirmed again is fine and changes nothing more', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.signs(url)
    await renter.comesBack(url)
    const before = await renter.fleet()
    expect((await renter.comesBack(url)).json()).toEqual({ signed: true })
    expect(await renter.fleet()).toEqual(before)
  })
  it.each(['open', 'away'])('is never told of an agreement that is not signed: %s (PRECHK-20)', async (how) => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    if (how === 'away') world.signatures.goesAway()
    expect((await renter.comesBack(url)).json()).toMatchObject({ status: 409, code: 'SignatureFailed' })
    expect((await renter.fleet()).reservation.hasRentalAgreement).toBe(false)
  })
  it('that the renter refused is told as that; thought over, it is signed by another link, with the same hold and on any device (DEC-130)', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.refuses(url)
    const refused = { status: 409, code: 'SignatureRefused' }
    expect((await renter.comesBack(url)).json()).toMatchObject({ ...refused, data: { signatureURL: null } })
    expect((await renter.fleet()).reservation.hasRentalAgreement).toBe(false)
    const requests = world.signatures.entries.size
    const answer = (await renter.comesBack(url, { again: true })).json<{ data: { signatureURL: string } }>()
    expect(answer).toMatchObject({ ...refused, data: { signatureURL: expect.stringMatching(/^http/) } })
    // The same again, because the answer was lost, is answered alike and asks the provider for nothing more (DEC-141).
    expect((await renter.comesBack(url, { again: true })).json()).toMatchObject({ ...refused, data: answer.data })
    expect((await renter.comesBack(url)).json()).toMatchObject({ ...refused, data: { signatureURL: null } })
    expect(world.signatures.entries.size).toBe(requests + 1)
    world.signatures.signs(answer.data.signatureURL)
    expect((await renter.comesBack(answer.data.signatureURL)).json()).toEqual({ signed: true })
    // Whoever has the former page still open learns that it is signed.
    expect((await renter.comesBack(url, { again: true })).json()).toEqual({ signed: true })
    expect(world.card.charges).toHaveLength(1)
  })
  it('that the renter asks for twice at once is one request with one answer; a provider that is away then is asked by the next try (DEC-141)', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.refuses(url)
    await renter.comesBack(url)
    world.signatures.does('lose-answer')
    expect((await renter.comesBack(url, { again: true })).json()).toMatchObject({ code: 'SignatureRefused', data: { signatureURL: null } })
    const requests = world.signatures.entries.size
    const answers = await Promise.all([renter.comesBack(url, { again: true }), renter.comesBack(url, { again: true })])
    const urls = answers.map((answer) => answer.json<{ data: { signatureURL: string | null } }>().data.signatureURL).filter((found) => found !== null)
    expect(new Set(urls).size).toBe(1)
    expect((await renter.comesBack(url, { again: true })).json()).toMatchObject({ data: { signatureURL: urls[0] } })
    expect(world.signatures.entries.size).toBe(requests)
  })
  it('that the provider did not accept is told as that, not as a refusal of the renter, and may be made again (DEC-141)', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.rejects(url)
    const rejected = { status: 409, code: 'SignatureRejected' }
    expect((await renter.comesBack(url)).json()).toMatchObject({ ...rejected, data: { signatureURL: null } })
    const answer = (await renter.comesBack(url, { again: true })).json<{ data: { signatureURL: string } }>()
    expect(answer).toMatchObject({ ...rejected, data: { signatureURL: expect.stringMatching(/^http/) } })
    expect((await renter.comesBack(url, { again: true })).json()).toMatchObject({ ...rejected, data: answer.data })
    world.signatures.signs(answer.data.signatureURL)
    expect((await renter.comesBack(answer.data.signatureURL)).json()).toEqual({ signed: true })
  })
  it('that the renter refused is not asked for again while data of the driver are missing (DEC-95)', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.refuses(url)
    await renter.comesBack(url)
    await changeDriver(world.api, 'costaverde', renter.id, 'main', { mobile_phone: null, address: null })
    expect((await renter.comesBack(url, { again: true })).json()).toMatchObject({ code: 'SignatureRefused', data: { signatureURL: null } })
    expect((await renter.fleet()).agreement?.state).toBe('refused')
  })
  it('that was refused can be asked for again, with the same hold and another link; the old link signs nothing', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.refuses(url)
    await renter.comesBack(url)
    expect((await renter.fleet()).agreement?.state).toBe('refused')
    const again = await renter.submit()
    expect(again.errors).toEqual([{ context: 'already-processed' }])
    expect(again.signatureURL).not.toBe(url)
    expect((await renter.comesBack(url)).json()).toMatchObject({ code: 'SignatureRefused', data: { signatureURL: null } })
    expect((await renter.comesBack(url, { signatureId: world.signatures.wayBack(again.signatureURL ?? '').signatureId })).statusCode).toBe(404)
    world.signatures.signs(again.signatureURL ?? '')
    expect((await renter.comesBack(again.signatureURL ?? '')).json()).toEqual({ signed: true })
    expect(world.card.charges).toHaveLength(1)
  })
  it.each([
    ['a token that nobody made', { guid: 'A'.repeat(43) }], ['the signature of another one', { signatureId: 'sig_other' }], ['another tenant', { host: 'alpen.localhost:4000' }],
  ])('%s answers the same 404', async (_case, change) => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.signs(url)
    const answer = await renter.comesBack(url, change)
    const { requestId, ...body } = answer.json<{ requestId: string }>()
    expect(body).toEqual({ data: null, status: 404, title: 'There is no such signature', code: 'NotFound' })
    expect(requestId).toBeTypeOf('string')
    await world.api.asAdmin("delete from guess_guard where kind = 'link'")
  })
  it('after the day of return answers the same 404', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.signs(url)
    await world.api.asAdmin(`update reservation set check_out_at = now() - interval '9 days', check_in_at = now() - interval '3 days' where id = '${renter.id}'`)
    expect((await renter.comesBack(url)).statusCode).toBe(404)
  })
  it('guessing tokens is throttled', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    for (let miss = 0; miss < 10; miss += 1) await renter.comesBack(url, { guid: 'B'.repeat(43) })
    expect((await renter.comesBack(url)).statusCode).toBe(429)
    await world.api.asAdmin("delete from guess_guard where kind = 'link'")
  })
})

describe('reports of the signature provider', () => {
  it('sign an agreement whose renter never comes back', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.signs(url)
    const answer = await world.report(world.signatures.ofUrl(url).asked.providerId)
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK'])
    expect((await renter.fleet()).agreement?.state).toBe('signed')
  })
  it('are not believed: forged, of another tenant, twice, or before anybody signed, they change nothing', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    const { providerId } = world.signatures.ofUrl(url).asked
    await world.report(providerId)
    expect((await renter.fleet()).agreement?.state).toBe('open')
    world.signatures.signs(url)
    expect((await world.report(providerId, { signature: 'wrong' })).statusCode).toBe(401)
    expect((await world.report(providerId, { tenant: 'alpen' })).statusCode).toBe(200)
    expect((await renter.fleet()).agreement?.state).toBe('open')
    await Promise.all([world.report(providerId), world.report(providerId)])
    await world.report(providerId)
    expect((await renter.mails()).filter(({ kind }) => kind === 'signed-copy')).toHaveLength(1)
  })
  it('that never come are made up for by asking', async () => {
    const renter = await world.signer()
    world.signatures.signs(await urlOf(renter))
    await goOn(renter)
    expect((await renter.fleet()).agreement?.state).toBe('signed')
  })
})

describe('a reservation with an agreement', () => {
  it('is not changed online any more, neither lines nor drivers; what stands may be sent again (DEC-56)', async () => {
    const renter = await world.signer()
    await renter.submit()
    expect((await renter.put({ groupId: 'C' })).json()).toMatchObject({ status: 409, code: 'HasRentalAgreement' })
    expect((await renter.put({ completes: false })).json<FullReservation>().reservation.reservation).toBe(renter.number)
  })
  it('once signed is not opened by its link any more, and takes no second agreement', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.signs(url)
    await renter.comesBack(url)
    expect(await renter.refusal()).toContain('409 HasRentalAgreement')
    expect((await renter.call('GET', `/precheckout/${renter.guid}`)).json()).toMatchObject({ code: 'HasRentalAgreement' })
  })
  it('stays signed when the company repeats an older word, and starts anew with another trip', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.signs(url)
    await renter.comesBack(url)
    const put = (change: object) => world.api.fleet('costaverde', 'PUT', `/reservations/${renter.reference}`, aFleetReservation({ isCompleted: true, ...change }))
    await put({ totalKms: 100 })
    expect((await renter.fleet()).reservation.hasRentalAgreement).toBe(true)
    await put({ checkIn: { dateAndTime: '2031-05-09T10:00', place: 'Lisbon Airport', timeZone: 'Europe/Lisbon' } })
    expect([(await renter.fleet()).reservation.hasRentalAgreement, (await renter.fleet()).agreement]).toEqual([false, null])
  })
  it('signed, of a trip that the company replaced, leaves its hold to be given back after a day, unless the renter proceeds again', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.signs(url)
    await renter.comesBack(url)
    await world.api.fleet('costaverde', 'PUT', `/reservations/${renter.reference}`, aFleetReservation({ isCompleted: true, nrDays: 5, checkIn: { dateAndTime: '2031-05-07T11:00', place: 'Lisbon Airport', timeZone: 'Europe/Lisbon' } }))
    await goOn(renter)
    const voids = () => world.api.asAdmin(`select o.state from payment_outbox o join payment_intent i on i.id = o.intent_id where i.reservation_id = '${renter.id}' and o.kind = 'void'`)
    expect(await voids()).toEqual([{ state: 'queued' }])
    expect((await renter.submit({ authorization: 'ix::anew' })).state).toBe('ready')
    expect([world.card.charges.length, (await voids()).filter(({ state }) => state === 'queued').length]).toEqual([1, 0])
  })
  it('loses documents, names and links with its personal data', async () => {
    const renter = await world.signer()
    const url = await urlOf(renter)
    world.signatures.signs(url)
    await world.api.fleet('costaverde', 'DELETE', `/reservations/${renter.reference}/personal-data`)
    expect((await renter.comesBack(url)).statusCode).toBe(404)
    const [row] = await world.api.asAdmin(`select facts, signer_name, signer_email, paper_id from rental_agreement where reservation_id = '${renter.id}'`)
    expect(Object.values(row ?? { none: 1 })).toEqual([null, null, null, null])
    expect(await world.api.asAdmin(`select * from paper where reservation_id = '${renter.id}'`)).toEqual([])
  })
  it('shows its documents to its own company only', async () => {
    const renter = await world.signer()
    await renter.submit()
    const { papers } = await renter.fleet()
    const other = await world.api.fleet('alpen', 'GET', `/reservations/${renter.reference}/papers/${papers[0]?.paperId}`)
    expect(other.statusCode).toBe(404)
  })
})

it('nothing personal, no token and no address to sign at stands in a log', () => {
  const logs = world.api.logs()
  for (const secret of ['sign.here@example.com', 'ix::new', 'sign.localhost', 'Silva']) expect(logs).not.toContain(secret)
})
