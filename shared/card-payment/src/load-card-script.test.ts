import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cardScriptPolicy, loadCardScript } from './load-card-script.ts'

const src = 'http://card.localhost:4002/js/payment.js'
let page: Document
let inPage: HTMLScriptElement[]
beforeEach(() => {
  vi.useFakeTimers()
  page = document.implementation.createHTMLDocument()
  inPage = []
  // Nothing is fetched here: the test says how loading ends.
  vi.spyOn(page.head, 'append').mockImplementation((script) => {
    const element = script as HTMLScriptElement
    element.remove = () => { inPage = inPage.filter((other) => other !== element) }
    inPage.push(element)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const ends = (how: 'load' | 'error'): void => { inPage.at(-1)?.dispatchEvent(new Event(how)) }

describe('the provider\'s script', () => {
  it('is put into the page once, however often it is asked for (SHELL-37)', async () => {
    const asked = [loadCardScript({ src }, page), loadCardScript({ src }, page)]
    expect(inPage).toHaveLength(1)
    ends('load')
    expect(await Promise.all(asked)).toEqual(['loaded', 'loaded'])
    expect(await loadCardScript({ src }, page)).toBe('loaded')
    expect([inPage.length, inPage[0]?.dataset['main']]).toEqual([1, 'payment-js'])
  })

  it('that failed leaves the page and can be tried again (DEC-92)', async () => {
    const first = loadCardScript({ src }, page)
    ends('error')
    expect(await first).toBe('failed')
    expect(inPage).toHaveLength(0)
    const second = loadCardScript({ src }, page)
    ends('load')
    expect(await second).toBe('loaded')
  })

  it('counts as lost after 8 s (P1)', async () => {
    const asked = loadCardScript({ src }, page)
    await vi.advanceTimersByTimeAsync(7999)
    expect(inPage).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toBe('late')
    expect(inPage).toHaveLength(0)
  })

  it('that never ended is asked for anew, and not waited for behind the one that hangs (P1, DEC-92)', async () => {
    for (const address of [src, `${src}?again=1`, `${src}?again=2`]) {
      const asked = loadCardScript({ src, limitMs: 10 }, page)
      expect(inPage.at(-1)?.src).toBe(address)
      await vi.advanceTimersByTimeAsync(10)
      expect(await asked).toBe('late')
    }
  })

  it('passes a policy that knows its address and no other, where the browser has Trusted Types', async () => {
    const made: string[] = []
    let rule: ((address: string) => string) | undefined
    vi.stubGlobal('trustedTypes', { createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => {
      made.push(name)
      rule = rules.createScriptURL
      return rules
    } })
    const asked = loadCardScript({ src }, page)
    ends('load')
    await asked
    expect(made).toEqual([cardScriptPolicy])
    expect(rule?.(`${src}?again=1`)).toBe(`${src}?again=1`)
    for (const other of ['http://evil.example/x.js', `${src}?other`, `http://evil.example/x.js?again=1`]) expect(() => rule?.(other)).toThrow(TypeError)
  })
})
