import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFromToday, freshAddress, identityApp, type Browser, type IdentityApp } from '../../test/fixtures/identity-app.fixture.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp() })
afterAll(() => world.stop())

const elsewhere = (language = 'en'): Browser => world.browser({ address: freshAddress(), language })
const mailsTo = (address: string) => world.asAdmin('select * from mail_outbox where to_address = $1', [address])

describe('asking for a code', () => {
  it('queues one mail with a code of six digits and opens a pending session in a cookie that scripts cannot read (API-10, DEC-07, VERIF-13)', async () => {
    const reservation = await world.stored({ email: 'one@example.com' })
    const [browser, wakes] = [elsewhere(), world.wakes()]
    const answer = await browser.lookup(reservation)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ sessionKey: expect.any(String) })
    expect(answer.cookies).toEqual([{ name: 'checkin_session', value: expect.stringMatching(/^[\w-]{43}$/), httpOnly: true, sameSite: 'Lax', path: '/' }])
    expect(await mailsTo('one@example.com')).toHaveLength(1)
    expect(await world.latestCode('one@example.com')).toMatch(/^\d{6}$/)
    expect(world.wakes()).toBe(wakes + 1)
  })

  it('under https sends the cookie by its protected name, Secure (DEC-07)', async () => {
    const secure = await identityApp({ site: { scheme: 'https', port: null } })
    try {
      const answer = await secure.browser().lookup(await secure.stored())
      expect(answer.cookies).toMatchObject([{ name: '__Host-checkin_session', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' }])
    } finally {
      await secure.stop()
    }
  })

  it('keeps neither code nor cookie readable in the database (DEC-08)', async () => {
    const reservation = await world.stored({ email: 'secret@example.com' })
    const browser = elsewhere()
    await browser.lookup(reservation)
    const code = await world.latestCode('secret@example.com')
    const rows = JSON.stringify([await world.asAdmin('select * from login_code'), await world.asAdmin('select * from renter_session'), await world.asAdmin('select * from mail_outbox')]
      .map((table) => table.map((row) => Object.values(row).map((value) => (value instanceof Buffer ? value.toString('latin1') : value)))))
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(browser.cookies.get('checkin_session'))
  })

  it('takes the address on file in any case (DEC-09)', async () => {
    const { reference } = await world.stored({ email: 'case@example.com' })
    expect((await elsewhere().lookup({ reference, surname: 'Silva', email: 'CASE@Example.com' })).statusCode).toBe(200)
    expect(await mailsTo('case@example.com')).toHaveLength(1)
  })

  it.each([['plus+trip@example.com', 'plus+trip@example.com'], ['plus+old@example.com', 'plusold@example.com'], ['plainone@example.com', 'plain+one@example.com']])(
    'writes to the address on file, %s, when %s is typed: the plus sign may be left out on either side (DEC-101)', async (onFile, typed) => {
      const { reference } = await world.stored({ email: onFile })
      expect((await elsewhere().lookup({ reference, surname: 'Silva', email: typed })).statusCode).toBe(200)
      expect(await mailsTo(onFile)).toHaveLength(1)
      if (typed !== onFile) expect(await mailsTo(typed)).toEqual([])
    })

  it('sends no mail when another address than the one on file is typed (VERIF-15, DEC-09)', async () => {
    const { reference } = await world.stored({ email: 'a@x.pt' })
    const answer = await elsewhere().lookup({ reference, surname: 'Silva', email: 'b@x.pt' })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'ReservationNotFound'])
    expect(await mailsTo('a@x.pt')).toEqual([])
    expect(await mailsTo('b@x.pt')).toEqual([])
  })

  it('answers 409 when there is a rental agreement and 404 when the pick-up has passed (API-10, DEC-02)', async () => {
    expect((await elsewhere().lookup(await world.stored({ hasAgreement: true }))).json()).toMatchObject({ status: 409, code: 'HasRentalAgreement' })
    expect((await elsewhere().lookup(await world.stored({ pickUp: dayFromToday(-1) }))).statusCode).toBe(404)
  })

  it.each([
    ['no e-mail', { reference: 'CV1', surname: 'Silva', email: '' }],
    ['nothing at all, without a link session', { reference: '', surname: '', email: '' }],
    ['an address that is none', { reference: 'CV1', surname: 'Silva', email: 'x@' }],
    ['an address that brings a second recipient along', { reference: 'CV1', surname: 'Silva', email: 'x@y.zz\r\nBcc: evil@z.zz' }],
  ])('with %s is a bad request (VERIF-08, DEC-77)', async (_case, typed) => {
    const answer = await elsewhere().lookup(typed)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'InvalidRequest'])
  })

  it('writes the mail in the language of the page (I18N)', async () => {
    const reservation = await world.stored({ email: 'langue@example.com' })
    await elsewhere('fr-CH,fr;q=0.9,en;q=0.5').lookup(reservation)
    expect(await mailsTo('langue@example.com')).toMatchObject([{ language: 'fr' }])
  })
})

describe('asking for a code again', () => {
  it('voids the older code and its session, and takes back its mail if it has not left (DEC-08, API-10)', async () => {
    const reservation = await world.stored({ email: 'again@example.com' })
    const [first, second] = [elsewhere(), elsewhere()]
    await first.lookup(reservation)
    const older = await world.latestCode('again@example.com')
    await second.lookup(reservation)
    expect(await mailsTo('again@example.com')).toHaveLength(1)
    expect((await first.validate(older)).json()).toMatchObject({ status: 404, code: 'CodeNotFound' })
    expect((await second.validate(await world.latestCode('again@example.com'))).statusCode).toBe(200)
  })

  it('from the same page before 55 seconds are over is answered 429 with the seconds to wait (VERIF-18)', async () => {
    const reservation = await world.stored({ email: 'soon@example.com' })
    const browser = elsewhere()
    await browser.lookup(reservation)
    const early = await browser.lookup(reservation)
    expect([early.statusCode, early.json().code]).toEqual([429, 'TooManyRequests'])
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50)
    expect((await browser.validate(await world.latestCode('soon@example.com'))).statusCode).toBe(200)
  })

  it('from the same page a minute later gives a new session in the place of the older one (DEC-07)', async () => {
    const reservation = await world.stored({ email: 'later@example.com' })
    const browser = elsewhere()
    await browser.lookup(reservation)
    const older = browser.cookies.get('checkin_session')
    await world.asAdmin("update login_code set created_at = created_at - interval '60 seconds'")
    expect((await browser.lookup(reservation)).statusCode).toBe(200)
    expect(browser.cookies.get('checkin_session')).not.toBe(older)
    const [row] = await world.asAdmin('select count(*)::int as open from renter_session where reservation_id = $1 and ended_at is null', [reservation.id])
    expect(row?.['open']).toBe(1)
  })

  it('a fourth time within an hour is answered 429, and works again when the hour of the first is over (API-10)', async () => {
    const reservation = await world.stored({ email: 'often@example.com' })
    for (let time = 0; time < 3; time += 1) expect((await elsewhere().lookup(reservation)).statusCode).toBe(200)
    const fourth = await elsewhere().lookup(reservation)
    expect(fourth.statusCode).toBe(429)
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(3500)
    await world.asAdmin("update login_code set created_at = created_at - interval '1 hour' where id = (select id from login_code where reservation_id = $1 order by created_at limit 1)", [reservation.id])
    expect((await elsewhere().lookup(reservation)).statusCode).toBe(200)
  })

  it('twelve times at once sends three mails at most (API-10)', async () => {
    const reservation = await world.stored({ email: 'burst@example.com' })
    const answers = await Promise.all(Array.from({ length: 12 }, () => elsewhere().lookup(reservation)))
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(3)
    expect(await world.asAdmin('select 1 from login_code where reservation_id = $1', [reservation.id])).toHaveLength(3)
  })
})
