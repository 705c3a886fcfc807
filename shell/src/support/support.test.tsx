import { aReservation, noNetwork, refusedWith } from '@checkin/api/testing'
import { keepDraftFormFx } from '@checkin/api/client'
import * as offers from '@checkin/flow/publish/offers'
import * as verification from '@checkin/flow/publish/verification'
import { $completion, $config, $offerDraft } from '@checkin/flow/publish/shell'
import { addWords, changeLanguage, initI18n } from '@checkin/i18n'
import { supportCodePattern } from '@checkin/releases/support-code'
import { aConfig } from '@checkin/api/testing'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $alert } from '../feedback/alert.model.ts'
import { openDocumentFx } from '../navigation/page-document.model.ts'
import { acceptedCode, aPage, type APage, type PageSetting } from '../test/a-page.ts'
import { loadSupport } from './late-support.tsx'
import { supportNamespace, supportWords } from './words.ts'

const loaded = aReservation().loaded()
const beacons: Record<string, unknown>[] = []

beforeEach(async () => {
  sessionStorage.clear()
  beacons.length = 0
  vi.stubGlobal('CHECKIN_SHELL', { version: '9.9.9' })
  // A server of before, for the calls that this part makes by itself.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })))
  navigator.sendBeacon = (_address, body) => {
    beacons.push(JSON.parse(body as string) as Record<string, unknown>)
    return true
  }
  await initI18n({ language: 'en' })
  // The part is made once per page; the words of each test are anew.
  await addWords(supportNamespace, supportWords)
})

/** A page at the reservation, whose code was proved, or whose link was opened. */
async function atReservation(by: 'code' | 'link' = 'code', setting: PageSetting = {}): Promise<APage> {
  const page = await aPage(setting)
  if (by === 'code') {
    await page.open('/')
    await page.publish(verification.reservationLocated, { reference: 'CV1001', surname: 'Silva', checkoutdate: '', needsTerms: false })
    await page.publish(verification.codeSent, { mail: 'maria.silva@example.com' })
    await page.publish(verification.codeAccepted, acceptedCode(loaded))
  } else {
    await page.open(`/${'a'.repeat(43)}`)
    await page.publish(verification.linkAccepted, { ...acceptedCode(loaded), termsAccepted: true })
  }
  return page
}

async function show(page: APage): Promise<HTMLElement> {
  const Support = await loadSupport()
  return render(<Provider value={page.scope}><Support /></Provider>).container
}

const keeps = async (page: APage, texts: Record<string, string>): Promise<void> => {
  await act(async () => { await allSettled(keepDraftFormFx, { scope: page.scope, params: { body: { form: 'driver-contact/main', texts } } }) })
}
const savedIn = (container: HTMLElement): { where: string | undefined; text: string | undefined } => {
  const line = container.querySelector<HTMLElement>('[data-saved]')
  return { where: line?.dataset['saved'], text: line?.textContent }
}

describe('what the frame says is kept (DEC-186, UX-8)', () => {
  it('is said once the server has it, with the time on the renter\'s clock, and nothing before', async () => {
    const gate = Promise.withResolvers<{ kept: boolean }>()
    const page = await atReservation('code', { fakes: { keepDraftForm: () => gate.promise } })
    const container = await show(page)
    const kept = allSettled(keepDraftFormFx, { scope: page.scope, params: { body: { form: 'driver-contact/main', texts: { city: 'Faro' } } } })
    expect(container.querySelector('[data-saved]')).toBeNull()
    gate.resolve({ kept: true })
    await act(async () => { await kept })
    expect(savedIn(container)).toEqual({ where: 'server', text: expect.stringMatching(/^Saved \d\d:\d\d$/) })
  })

  it('says that only this device has it where the server does not answer and the tab has all of it', async () => {
    const page = await atReservation('code', { fakes: { keepDraftForm: noNetwork() } })
    const container = await show(page)
    sessionStorage.setItem('checkin.draft.driver-contact/main', JSON.stringify({ city: 'Faro' }))
    await keeps(page, { city: 'Faro' })
    expect(savedIn(container).text).toMatch(/^Saved on this device \d\d:\d\d$/)
  })

  it('says that it is kept nowhere where the tab lacks a part, a number of a document for example', async () => {
    const page = await atReservation('code', { fakes: { keepDraftForm: noNetwork() } })
    const container = await show(page)
    sessionStorage.setItem('checkin.draft.driver-contact/main', JSON.stringify({ city: 'Faro' }))
    await keeps(page, { city: 'Faro', id: '12345678' })
    expect(savedIn(container)).toEqual({ where: 'nowhere', text: 'Not saved at the moment. Please keep this page open' })
  })

  it('says of chosen offers that this device has them, which it alone has, when they read back', async () => {
    const page = await atReservation()
    const container = await show(page)
    await act(async () => { await page.publish(offers.offerDraftChanged, { draft: { ...page.scope.getState($offerDraft) } }) })
    expect(savedIn(container).where).toBe('device')
  })

  it('is told to a screen reader once on a screen, however often something is kept there', async () => {
    const page = await atReservation()
    const container = await show(page)
    const heard: string[] = []
    const status = container.querySelector('[role=status]')
    new MutationObserver(() => { heard.push(status?.textContent ?? '') }).observe(status as Node, { childList: true, characterData: true, subtree: true })
    for (const city of ['F', 'Fa', 'Far']) await keeps(page, { city })
    await waitFor(() => { expect(heard).toHaveLength(1) })
    expect(container.querySelector('[data-saved]')?.getAttribute('aria-hidden')).toBe('true')
  })
})

describe('finishing later (DEC-186)', () => {
  it('is offered to who proved a code until check-in is complete, and to nobody else', async () => {
    expect((await show(await aPage())).querySelector('[data-action="Later.open"]')).toBeNull()
    expect((await show(await atReservation('link'))).querySelector('[data-action="Later.open"]')).toBeNull()
    expect((await show(await atReservation('code'))).querySelector('[data-action="Later.open"]')).not.toBeNull()
    const done = await atReservation('code', { values: [[$completion, 'complete']] as never })
    await allSettled($completion, { scope: done.scope, params: 'complete' } as never)
    expect((await show(done)).querySelector('[data-action="Later.open"]')).toBeNull()
  })

  it('sends the link when asked, and says so', async () => {
    const container = await show(await atReservation())
    await act(async () => { fireEvent.click(container.querySelector('[data-action="Later.send"]') as Element) })
    await waitFor(() => { expect(container.querySelector('[data-later]')?.textContent).toBe('The link is on its way to you. You may close this page') })
    expect(container.querySelector('[data-action="Later.send"]')?.textContent).toBe('E-mail me another link')
  })

  it('is offered by SMS where the server has a number, says where it goes and that it may cost, and that mail is the way on where it did not arrive (DEC-281)', async () => {
    const states = ['none', 'waiting', 'failed']
    const answer = () => ({ number: '••••••• 67', state: (states.length > 1 ? states.shift() : states[0]) as 'none' | 'waiting' | 'failed' })
    const sent = vi.fn(answer)
    const page = await atReservation('code', { fakes: { readLaterSms: answer, sendLaterSms: sent } })
    await allSettled($config, { scope: page.scope, params: aConfig({ smsLinks: true }) } as never)
    const container = await show(page)
    expect(container.querySelector('[data-action="Later.sms"]')).toBeNull()
    const details = container.querySelector('[data-action="Later.open"]')!.parentElement as HTMLDetailsElement
    await act(async () => {
      details.open = true
      fireEvent(details, new Event('toggle'))
    })
    const panel = () => container.querySelector<HTMLElement>('[data-later-sms]')
    await waitFor(() => { expect(panel()?.textContent).toContain('67') })
    expect(panel()?.textContent).toContain('may charge')
    await act(async () => { fireEvent.click(container.querySelector('[data-action="Later.sms"]') as Element) })
    await waitFor(() => { expect(panel()?.textContent).toContain('The SMS did not arrive. Have the link sent by e-\u2060mail.') })
    expect(sent).toHaveBeenCalledTimes(1)
  })

  it('says why where the server does not send one', async () => {
    const page = await atReservation('code', { fakes: { sendLaterLink: refusedWith(429, 'TooManyRequests', { retryAfter: 600 }) } })
    const container = await show(page)
    await act(async () => { fireEvent.click(container.querySelector('[data-action="Later.send"]') as Element) })
    await waitFor(() => { expect(page.scope.getState($alert)).toMatchObject({ visible: true }) })
    expect(container.querySelector('[data-later]')?.textContent).toBe('')
  })
})

describe('help (DEC-188, UX-8)', () => {
  const openHelp = async (container: HTMLElement): Promise<void> => {
    const details = [...container.querySelectorAll('details')].at(-1)
    if (!details) throw new Error('no help')
    await act(async () => {
      details.open = true
      fireEvent(details, new Event('toggle'))
    })
  }

  it('has what the company gave: telephone, hours, and its chat apart and without a reference', async () => {
    const help = { chatUrl: 'https://chat.example/', hours: '08:00 to 22:00' }
    const container = await show(await aPage({ values: [[$config, aConfig({ phone: '+351 289 555 010', help })]] as never }))
    expect(container.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:+351289555010')
    // In a line from right to left the groups of a number would stand in the wrong order.
    expect(container.querySelector('a[href^="tel:"]')?.getAttribute('dir')).toBe('ltr')
    expect(container.querySelector('[data-help="hours"]')?.textContent).toContain('08:00 to 22:00')
    const chat = container.querySelector('[data-help="chat"]')
    expect([chat?.getAttribute('href'), chat?.getAttribute('target'), chat?.getAttribute('rel')]).toEqual(['https://chat.example/', '_blank', 'noopener noreferrer'])
    expect((await show(await aPage())).querySelector('[data-help]')).toBeNull()
  })

  it('leads to no chat but by https, whatever it is given', async () => {
    expect((await show(await aPage({ values: [[$config, aConfig({ help: { chatUrl: 'javascript:alert(1)' } })]] as never }))).querySelector('[data-help="chat"]')).toBeNull()
  })

  it('makes a code when it is opened, reports it with the screen and nothing of the person, and another one on the next screen', async () => {
    const page = await atReservation()
    const container = await show(page)
    expect(container.querySelector('[data-support-code]')).toBeNull()
    await openHelp(container)
    const code = container.querySelector('[data-support-code]')?.getAttribute('data-support-code') ?? ''
    expect(code).toMatch(supportCodePattern)
    await waitFor(() => { expect(beacons).toHaveLength(1) })
    expect(beacons[0]).toEqual({ module: 'shell', version: '9.9.9', phase: 'render', outcome: 'absent', reason: 'asked', trace: code, step: 'reservation' })
    await act(async () => { await page.publish(verification.reservationConfirmed, {}) })
    await waitFor(() => { expect(beacons.map(({ step }) => step)).toEqual(['reservation', 'verify-driver']) })
  })

  it('comes with its screen and goes with it, so that it jumps nowhere, stays open where it was, and what is read out keeps its place (DEC-257, DEC-188)', async () => {
    const page = await atReservation()
    const container = await show(page)
    await openHelp(container)
    const [footer, status] = [container.querySelector('.ck-support'), container.querySelector('[role=status]')]
    await act(async () => { await page.publish(verification.reservationConfirmed, {}) })
    const next = container.querySelector('.ck-support')
    expect([next === footer, next?.querySelector('details:last-of-type')?.hasAttribute('open'), container.querySelector('[role=status]') === status]).toEqual([false, true, true])
  })

  it('speaks the chosen language', async () => {
    const container = await show(await aPage())
    await act(async () => { await changeLanguage('de') })
    expect(container.querySelector('[data-action="Help.open"]')?.textContent).toBe('Hilfe')
  })
})

describe('a tab that knows of no reservation (DEC-187)', () => {
  const cameBy = (path: string): void => { vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: `http://costaverde.localhost${path}` } as never]) }

  it('reads on the first screen why it did not come to the screen of its address', async () => {
    cameBy('/driver-details')
    const page = await aPage()
    await page.open('/driver-details')
    expect(page.did).toContain('replace /')
    await show(page)
    await waitFor(() => { expect(page.scope.getState($alert)).toMatchObject({ visible: true, stays: true, key: 'Notice.findFirst', text: expect.stringContaining('find yours first') }) })
  })

  it.each(['/overview', '/rental-agreement'])('reads it also after %s, a payment page, whose way to the first screen is a page load (DEC-187)', async (path) => {
    cameBy('/')
    window.history.replaceState(null, '', path)
    await allSettled(openDocumentFx, { scope: fork(), params: { to: '/', replace: true } })
    const page = await aPage()
    await page.open('/')
    await show(page)
    await waitFor(() => { expect(page.scope.getState($alert)).toMatchObject({ visible: true, key: 'Notice.findFirst' }) })
    expect(sessionStorage.getItem('checkin.from')).toBeNull()
  })

  it.each(['/', '/verify-code', '/complete', '/AddressOfNobody'])('reads nothing of the kind at %s', async (path) => {
    cameBy(path)
    const page = await aPage()
    await page.open('/')
    await show(page)
    expect(page.scope.getState($alert).visible).toBe(false)
  })
})

describe('the part of the frame that comes late', () => {
  it('marks nothing for readers of keys: each message is there', async () => {
    const container = await show(await atReservation())
    expect(container.textContent).not.toMatch(/\b(?:Help|Later|Saved)\.\w/)
    expect(screen.queryAllByRole('status').length).toBeGreaterThan(0)
  })
})

describe('the other devices of a reservation (DEC-304, ASVS 7.5.2)', () => {
  const others = [{ device: 'phone', startedAt: new Date(2026, 10, 26, 9, 5).toISOString() }, { device: null, startedAt: new Date(2026, 10, 26, 8, 0).toISOString() }] as const
  /** What the server answers to the two calls of this part, and the calls that it heard. */
  const server = (list: () => Response, end: () => Response = list): string[] => {
    const heard: string[] = []
    vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) => {
      heard.push(`${method} ${address}`)
      return Promise.resolve(method === 'GET' ? list() : end())
    })
    return heard
  }
  const sessions = (list: readonly object[]) => () => Response.json({ sessions: list })
  const opensHelp = async (page: APage) => {
    const container = await show(page)
    await act(async () => {
      const help = container.querySelector<HTMLDetailsElement>('details:last-of-type')
      if (help) help.open = true
      help?.dispatchEvent(new Event('toggle'))
      await new Promise((done) => { setTimeout(done) })
    })
    return container
  }
  afterEach(() => { vi.unstubAllGlobals() })

  it('are asked for when help is opened, told by kind and time, and closed by a button', async () => {
    const heard = server(sessions(others), sessions([]))
    const container = await opensHelp(await atReservation('code'))
    await waitFor(() => { expect(container.querySelector('[data-other-devices="2"]')).not.toBeNull() })
    expect([...container.querySelectorAll('[data-device]')].map((each) => each.textContent)).toEqual(['Phone, since 09:05', 'Device, since 08:00'])
    fireEvent.click(screen.getByRole('button', { name: 'Close it on the other devices' }))
    await waitFor(() => { expect(container.querySelector('[data-other-devices]')?.textContent).toBe('Your reservation is open on this device only. A link or a code opens it elsewhere again.') })
    expect(heard).toEqual(['GET /api/session/others', 'POST /api/session/others/end'])
  })

  it('says that there are none, and is silent where the server knows no such call or no code was proved', async () => {
    server(sessions([]))
    const none = await opensHelp(await atReservation('code'))
    await waitFor(() => { expect(none.querySelector('[data-other-devices]')?.textContent).toBe('Your reservation is open at no other device or browser.') })
    server(() => Response.json({ data: null, status: 404, title: '', code: 'NotFound', requestId: 'r1' }, { status: 404 }))
    const page = await atReservation('code')
    expect((await opensHelp(page)).querySelector('[data-other-devices]')).toBeNull()
    expect(page.scope.getState($alert).visible).toBe(false)
    const heard = server(sessions(others))
    expect((await opensHelp(await atReservation('link'))).querySelector('[data-other-devices]')).toBeNull()
    expect(heard).toEqual([])
  })

  it('an end that was refused says so and leaves the list', async () => {
    server(sessions(others), () => Response.json({ data: null, status: 503, title: '', code: 'DatabaseUnavailable', requestId: 'r1' }, { status: 503 }))
    const page = await atReservation('code')
    const container = await opensHelp(page)
    await waitFor(() => { expect(container.querySelector('[data-other-devices="2"]')).not.toBeNull() })
    fireEvent.click(screen.getByRole('button', { name: 'Close it on the other devices' }))
    await waitFor(() => { expect(page.scope.getState($alert)).toMatchObject({ key: 'Notice.tryAgainSoon' }) })
    expect(container.querySelector('[data-other-devices="2"]')).not.toBeNull()
  })
})
