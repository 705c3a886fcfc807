import { describe, expect, it } from 'vitest'
import { evidenceNetworks, isRobot, showsPage, Witnesses } from './witnesses.ts'

const hour = 3_600_000
const of = (session: string, version = '1.1.0', module = 'shell') => ({ session, host: 'a.example', module, version, settings: '' })
const tried = (hostileNetworks = 10) => new Witnesses({ hostileNetworks, isCanary: ({ version }) => version === '1.1.0' })

describe('who counts as evidence of a version (DEC-156)', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'], ['::ffff:203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
    ['2001:db8:1:2aff::1', '2001:0db8:0001::/48', '2001:0db8::/32'], ['2001:db8:1:ffff::1', '2001:0db8:0001::/48', '2001:0db8::/32'], ['nonsense', 'unknown', 'unknown'],
  ])('%s belongs to %s, of the provider %s', (address, network, provider) => {
    expect(evidenceNetworks(address)).toEqual({ network, provider })
  })

  it('one visit of a network for each version and hour, decided at its first sign and never again', () => {
    const witnesses = tried()
    expect([witnesses.seat(of('s1'), '192.0.2.1', 0), witnesses.seat(of('s2'), '192.0.2.99', 0), witnesses.seat(of('s1'), '192.0.2.1', 0)]).toEqual([true, false, true])
    expect([witnesses.seat(of('s3', '1.0.0'), '192.0.2.1', 0), witnesses.seat(of('s2'), '192.0.2.99', hour), witnesses.seat(of('s4'), '192.0.2.1', hour)]).toEqual([true, false, true])
    expect([witnesses.counts(of('s1'), 'good'), witnesses.counts(of('s2'), 'good'), witnesses.counts(of('nobody'), 'good')]).toEqual([true, false, false])
  })

  it('ten networks of one provider, however many addresses it has', () => {
    const witnesses = tried()
    const seats = Array.from({ length: 1000 }, (_none, at) => witnesses.seat(of(`s${at}`), `10.20.${at % 250}.${at % 200}`, 0))
    expect(seats.filter(Boolean)).toHaveLength(10)
    expect(witnesses.seat(of('elsewhere'), '10.21.0.1', 0)).toBe(true)
  })

  it('sets aside as many bad ends of a version that is tried as strangers could invent, hour by hour, and none of the version beside it', () => {
    const witnesses = tried(3)
    const ends = (version: string, at: number) => Array.from({ length: 5 }, (_none, network) => {
      const session = of(`${version} ${at} ${network}`, version)
      witnesses.seat(session, `10.${network}.0.1`, at)
      // A bad end of this hour's visit may come in the next one: it is weighed with its own hour.
      return witnesses.counts(session, 'bad')
    }).filter(Boolean).length
    expect([ends('1.1.0', 0), ends('1.1.0', hour), ends('1.0.0', 0)]).toEqual([2, 2, 5])
  })

  it('tells what is set aside from what counts for nothing, and gives the version beside a suspended one no seats, which it would need later (DEC-351)', () => {
    let suspended = true
    const witnesses = new Witnesses({ hostileNetworks: 1, isCanary: ({ version }) => version === '1.1.0', isSuspended: () => suspended })
    const seat = (session: string, version: string, address: string) => witnesses.seat(of(session, version), address, 0)
    expect([seat('t1', '1.1.0', '10.1.0.1'), seat('t2', '1.1.0', '10.2.0.1'), seat('b1', '1.0.0', '10.1.0.1')]).toEqual([true, true, false])
    expect([witnesses.weigh(of('t1'), 'bad'), witnesses.weigh(of('t2'), 'bad'), witnesses.weigh(of('nobody'), 'bad')]).toEqual(['aside', 'counts', 'nothing'])
    suspended = false
    expect([seat('b2', '1.0.0', '10.1.0.1'), seat('b3', '1.0.0', '10.1.0.1')]).toEqual([true, false])
    // Who proved a reservation has seats enough.
    suspended = true
    witnesses.foundReservation('renter', 'own')
    expect(seat('renter', '1.0.0', '10.1.0.1')).toBe(true)
  })

  it('hears each reservation once for each version and day, from wherever and however often it is opened (DEC-309)', () => {
    const witnesses = tried()
    for (const session of ['r1', 'r2', 'r3', 'r4']) witnesses.foundReservation(session, session === 'r4' ? 'another' : 'own')
    const seat = (session: string, address: string, now = 0, version = '1.1.0') => witnesses.seat(of(session, version), address, now)
    expect([seat('r1', '192.0.2.1'), seat('r2', '198.51.100.1', hour), seat('r3', '203.0.113.1', 23 * hour), seat('r4', '192.0.2.1')]).toEqual([true, false, false, true])
    expect([seat('r2', '198.51.100.1', 0, '1.0.0'), seat('r3', '203.0.113.1', 0, '1.2.0')]).toEqual([true, true])
    witnesses.foundReservation('r1', 'another')
    witnesses.foundReservation('tomorrow', 'own')
    expect([seat('r1', '192.0.2.1', 25 * hour), seat('tomorrow', '192.0.2.1', 25 * hour)]).toEqual([true, true])
  })

  it('sets aside as many bad ends of a day as reservations may lie, however many hours they take for it (DEC-309)', () => {
    const witnesses = new Witnesses({ hostileNetworks: 10, hostileReservations: 2, isCanary: ({ version }) => version === '1.1.0' })
    const ends = Array.from({ length: 5 }, (_none, at) => {
      witnesses.foundReservation(`r${at}`, `of ${at}`)
      witnesses.seat(of(`r${at}`), '192.0.2.1', at * 4 * hour)
      return witnesses.counts(of(`r${at}`), 'bad')
    })
    expect(ends).toEqual([false, false, true, true, true])
  })

  it('believes visits that proved a reservation sooner, wherever they come from, and what needs a reservation of no others', () => {
    const witnesses = tried()
    const offers = (session: string) => of(session, '1.1.0', 'mfe-offers')
    expect([witnesses.seat(offers('stranger'), '192.0.2.1', 0), witnesses.mayReach('stranger', 'upselling'), witnesses.mayReach('stranger', 'verify-reservation')]).toEqual([false, false, true])
    const renters = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']
    for (const session of renters) witnesses.foundReservation(session, `of ${session}`)
    expect(renters.every((session) => witnesses.seat(offers(session), '192.0.2.1', 0))).toBe(true)
    expect(renters.map((session) => witnesses.counts(offers(session), 'bad'))).toEqual([false, false, false, false, false, true])
    // The visit that had not found one before may do so.
    witnesses.foundReservation('stranger', 'found later')
    expect([witnesses.mayReach('stranger', 'upselling'), witnesses.seat(offers('stranger'), '203.0.113.1', 0)]).toEqual([true, true])
  })

  it('has no limits in the demo, where everybody has the same address', () => {
    const witnesses = tried(0)
    const all = Array.from({ length: 50 }, (_none, at) => of(`s${at}`, '1.1.0', 'mfe-offers'))
    expect(all.every((each) => witnesses.seat(each, '127.0.0.1', 0) && witnesses.counts(each, 'bad') && witnesses.mayReach(each.session, 'upselling'))).toBe(true)
  })

  it.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true], ['curl/8.5.0', true], ['WhatsApp/2.23 LinkPreview', true], ['UptimeRobot/2.0', true],
    ['Mozilla/5.0 (Linux; Android 12; CUBOT X50) AppleWebKit/537.36 Chrome/120 Mobile', false], ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', false], [undefined, false],
  ])('%s is a robot: %s', (agent, expected) => {
    expect(isRobot(agent)).toBe(expected)
  })
})

it('a page is evidence where somebody sees it: not for a robot, the head alone, or the copy that a ticket keeps of itself (DEC-225)', () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/145.0' }
  expect(showsPage({ method: 'GET', headers: { ...browser, 'sec-fetch-dest': 'document' } })).toBe(true)
  expect(showsPage({ method: 'GET', headers: browser })).toBe(true)
  expect(showsPage({ method: 'HEAD', headers: browser })).toBe(false)
  expect(showsPage({ method: 'GET', headers: { ...browser, 'sec-fetch-dest': 'empty' } })).toBe(false)
  expect(showsPage({ method: 'GET', headers: { 'user-agent': 'Googlebot/2.1' } })).toBe(false)
})
