import { languages } from '@checkin/sandbox-kit'
import { createHmac } from 'node:crypto'
import { listenForCallbacks } from '@checkin/sandbox-kit/testing'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import type { Scenario } from '../agreements/agreement.ts'
import { catalogues } from '../pages/pages.ts'

const apiKey = 'key-of-the-sandbox-tests'
const secret = 'secret-of-the-sandbox-tests'
const shop = 'http://costaverde.localhost:4000'
const drawn = `data:image/png;base64,${Buffer.from('a picture').toString('base64')}`

interface Made { readonly agreementId: string; readonly signatureId: string; readonly url: string; readonly repeated: boolean; readonly summaryEmail: string }
interface Heard { readonly status: string; readonly agreementId: string; readonly proof: string; readonly moment: string; readonly body: string }

let pdf: string
const reports: Heard[] = []
let taken = 'OK'
let sandbox: ReturnType<typeof createApp>
let listener: Awaited<ReturnType<typeof listenForCallbacks>>
let callbackUrl: string

function somePdf(): Promise<Buffer> {
  const document = new PDFDocument()
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  document.fontSize(13).text('Costa Verde').fontSize(24).text('Rental agreement').fontSize(13).text('Rental').fontSize(11).text('<b>Faro</b> Airport').end()
  return new Promise((resolve) => document.on('end', () => { resolve(Buffer.concat(parts)) }))
}

beforeAll(async () => {
  pdf = (await somePdf()).toString('base64')
  listener = await listenForCallbacks(({ headers }, body) => {
    reports.push({ ...JSON.parse(body) as { status: string; agreementId: string }, proof: String(headers['x-signature']), moment: String(headers['x-signature-time']), body })
    return taken
  })
  callbackUrl = `${listener.origin}/callback`
  sandbox = createApp({ file: ':memory:', origin: 'http://sign.localhost:4002', apiKey, secret, shops: [shop], delayScale: 1 }, { log: { level: 'silent' } })
})
afterAll(async () => {
  await sandbox.stop()
  await listener.close()
})
beforeEach(() => { taken = 'OK' })
/** Reports about one agreement: those of others may arrive meanwhile. */
const heard = ({ agreementId }: Made) => reports.filter((report) => report.agreementId === agreementId)

let orders = 0
const order = (change: Record<string, unknown> = {}) => {
  orders += 1
  return {
    externalId: `order-${orders}`, title: 'Rental agreement CV1009', language: 'en', document: pdf, signer: { name: 'Maria Silva', email: 'maria@example.com' },
    returnUrl: `${shop}/completed/signed/token/{signatureId}`, callbackUrl, ...change,
  }
}
const ask = (body: object, key = apiKey) => sandbox.app.inject({ method: 'POST', url: '/api/v1/agreements', headers: { authorization: `Bearer ${key}` }, payload: body })
const made = async (change: Record<string, unknown> = {}): Promise<Made> => (await ask(order(change))).json<Made>()
const withScenario = (scenario: Scenario) => made({ signer: { name: 'Maria Silva', email: `maria.sign-${scenario}@example.com` } })
const status = async ({ agreementId }: Made) => (await sandbox.app.inject({ url: `/api/v1/agreements/${agreementId}`, headers: { authorization: `Bearer ${apiKey}` } })).json<{ status: string; signature: { kind: string; name: string; image: string | null } | null }>()
const look = ({ url }: Made) => sandbox.app.inject({ url: new URL(url).pathname })
const send = ({ url }: Made, fields: Record<string, string>) => sandbox.app.inject({
  method: 'POST', url: new URL(url).pathname, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: new URLSearchParams({ answer: 'sign', way: 'typed', name: 'Maria Silva', read: 'yes', ...fields }).toString(),
})
const flush = (advanceMs = 0) => sandbox.app.inject({ method: 'POST', url: '/admin/clock', payload: { advanceMs } })

describe('an agreement', () => {
  it('is shown as text that can be read without opening the file, markup in it is text', async () => {
    const answer = await look(await made())
    // The letter head is no heading: headings begin with the title, in order.
    expect(answer.body).toMatch(/<p>Costa Verde<\/p>\s*<h3>Rental agreement<\/h3>\s*<h4>Rental<\/h4>/)
    expect(answer.body).toContain('&lt;b&gt;Faro&lt;/b&gt; Airport')
    expect(answer.headers['content-security-policy']).toContain(`form-action 'self' ${shop}`)
    expect((await sandbox.app.inject({ url: `${new URL((await made()).url).pathname}/document.pdf` })).headers['content-type']).toBe('application/pdf')
  })

  it.each(languages)('speaks %s', async (language) => {
    const { body } = await look(await made({ language }))
    expect(body).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(body).toContain(catalogues[language].submit)
  })

  it('ordered twice is one agreement', async () => {
    const same = order()
    const [first, second] = [(await ask(same)).json<Made>(), (await ask(same)).json<Made>()]
    expect(second).toEqual(first)
  })

  it.each([
    ['without the key', order(), 'wrong-key-of-somebody', 401], ['that sends renters elsewhere', order({ returnUrl: 'http://evil.example/{signatureId}' }), apiKey, 422],
    ['that is no PDF', order({ document: Buffer.from('no').toString('base64') }), apiKey, 422], ['without a signer', order({ signer: null }), apiKey, 422],
  ])('%s is not taken', async (_case, body, key, expected) => {
    expect((await ask(body, key)).statusCode).toBe(expected)
  })
})

describe('signing', () => {
  it('with the typed name sends the renter back, reports to the shop with a proof, and can be asked for', async () => {
    const agreement = await made()
    const answer = await send(agreement, {})
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${shop}/completed/signed/token/${agreement.signatureId}`])
    await flush()
    expect(await status(agreement)).toMatchObject({ status: 'signed', signature: { kind: 'typed', name: 'Maria Silva', image: null } })
    const [report] = heard(agreement)
    expect(report).toMatchObject({ status: 'signed', proof: createHmac('sha256', secret).update(['v2', report?.moment, '/callback', report?.body].join('\n')).digest('hex') })
  })

  it('with a drawing keeps the picture', async () => {
    const agreement = await made()
    await send(agreement, { way: 'drawn', image: drawn })
    expect((await status(agreement)).signature).toMatchObject({ kind: 'drawn', image: drawn.split(',')[1] })
  })

  it.each([
    ['a name', { name: ' ' }, 'problem.name'], ['the drawing', { way: 'drawn', image: '' }, 'problem.drawing'],
    ['a picture', { way: 'drawn', image: 'data:text/html;base64,PGI+' }, 'problem.drawing'], ['having read', { read: '' }, 'problem.read'],
  ] as const)('without %s is not signing, and what was entered stays', async (_case, fields, problem) => {
    const agreement = await made()
    const answer = await send(agreement, { name: 'Maria C. Silva', ...fields })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain(catalogues.en[problem])
    expect((await status(agreement)).status).toBe('open')
  })

  it('is possible once: a second answer changes nothing and leads back', async () => {
    const agreement = await made()
    await send(agreement, {})
    const again = await send(agreement, { answer: 'refuse' })
    expect(again.body).toContain(catalogues.en['done.signed'])
    expect((await status(agreement)).status).toBe('signed')
  })

  it('can be refused', async () => {
    const agreement = await made()
    expect((await send(agreement, { answer: 'refuse', name: '', read: '' })).statusCode).toBe(303)
    expect((await status(agreement)).status).toBe('refused')
  })

  it('needs the address of the mail', async () => {
    const answer = await sandbox.app.inject({ url: '/sign/somebody-guesses', headers: { 'accept-language': 'fr' } })
    expect([answer.statusCode, answer.body.includes(catalogues.fr.gone)]).toEqual([404, true])
  })
})

describe('scenarios', () => {
  it.each([['agreement-fails', 422], ['away', 503]] as const)('%s', async (scenario, expected) => {
    expect((await ask(order({ signer: { name: 'M', email: `m.sign-${scenario}@example.com` } }))).statusCode).toBe(expected)
  })
  it('a provider that was away takes the same order when it comes again', async () => {
    const again = order({ signer: { name: 'M', email: 'm.sign-away@example.com' } })
    expect([(await ask(again)).statusCode, (await ask(again)).statusCode]).toEqual([503, 201])
  })
  it('the summary cannot be mailed; the agreement was known before', async () => {
    expect((await withScenario('summary-fails')).summaryEmail).toBe('failed')
    expect((await withScenario('previously-processed')).repeated).toBe(true)
  })
  it('a signature is not accepted', async () => {
    const agreement = await withScenario('refused')
    await send(agreement, {})
    expect((await status(agreement)).status).toBe('rejected')
    const unwilling = await withScenario('refused')
    await send(unwilling, { answer: 'refuse', name: '', read: '' })
    expect((await status(unwilling)).status).toBe('refused')
  })
  it('nobody goes back, but the shop hears of it', async () => {
    const agreement = await withScenario('abandoned')
    const answer = await send(agreement, {})
    expect([answer.statusCode, answer.body.includes(shop)]).toEqual([200, false])
    await flush()
    expect(heard(agreement)).toHaveLength(1)
  })
  it('a late signature counts, and is reported, only later', async () => {
    const agreement = await withScenario('late')
    await send(agreement, {})
    await flush()
    expect([(await status(agreement)).status, heard(agreement).length]).toEqual(['processing', 0])
    await flush(10_000)
    expect([(await status(agreement)).status, heard(agreement).length]).toEqual(['signed', 1])
  })
  it('a report arrives twice, and again when it was not taken', async () => {
    const agreement = await withScenario('twice')
    taken = 'not now'
    await send(agreement, {})
    await flush()
    expect(heard(agreement)).toHaveLength(2)
    taken = 'OK'
    await flush(61_000)
    expect(heard(agreement)).toHaveLength(4)
    await flush(3_600_000)
    expect(heard(agreement)).toHaveLength(4)
  })
  it('can be chosen for the next agreements by an admin call, from this machine and no page', async () => {
    const control = (headers = {}) => sandbox.app.inject({ method: 'POST', url: '/admin/scenario', headers, payload: { scenario: 'agreement-fails' } })
    expect((await control({ origin: 'http://evil.example' })).statusCode).toBe(403)
    await control()
    expect([(await ask(order())).statusCode, (await ask(order())).statusCode]).toEqual([422, 201])
  })
})

describe('an agreement that the shop withdraws', () => {
  const withdraw = (externalId: string) => sandbox.app.inject({ method: 'POST', url: '/api/v1/withdrawals', headers: { authorization: `Bearer ${apiKey}` }, payload: { externalId } })
  it.each(['en', 'pt', 'fr'] as const)('is signed by nobody any more, and its page says so in %s, with the way to the shop', async (language) => {
    const wanted = order({ language })
    const agreement = (await ask(wanted)).json<Made>()
    expect((await withdraw(wanted.externalId)).json()).toEqual({ status: 'withdrawn', agreementId: agreement.agreementId })
    const page = await look(agreement)
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining(catalogues[language]['done.withdrawn'])])
    expect(page.body).toContain(`${shop}/completed/signed/token/${agreement.signatureId}`)
    await send(agreement, {})
    expect((await status(agreement)).status).toBe('withdrawn')
    expect(heard(agreement)).toEqual([])
    expect((await withdraw(wanted.externalId)).json()).toMatchObject({ status: 'withdrawn' })
  })
  it('stays signed when its renter was quicker', async () => {
    const wanted = order()
    const agreement = (await ask(wanted)).json<Made>()
    await send(agreement, {})
    expect((await withdraw(wanted.externalId)).json()).toEqual({ status: 'signed', agreementId: agreement.agreementId })
    expect((await status(agreement)).status).toBe('signed')
  })
  it('before it arrives is not taken when it does', async () => {
    const wanted = order()
    expect((await withdraw(wanted.externalId)).json()).toEqual({ status: 'withdrawn', agreementId: null })
    expect([(await ask(wanted)).statusCode, (await ask(wanted)).json()]).toEqual([422, expect.objectContaining({ code: 'withdrawn' })])
  })
})
