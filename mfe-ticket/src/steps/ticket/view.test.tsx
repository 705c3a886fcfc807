import { noNetwork, refusedWith } from '@checkin/api/testing'
import { addWords, initI18n, languages, type Language } from '@checkin/i18n'
import { act, render } from '@testing-library/react'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../api.ts'
import { remote } from '../../remote.ts'
import { aPage, aTicket } from '../../test/ticket-double.ts'
import { opened } from './model.ts'
import { TicketView } from './view.tsx'

async function shown(answer: Parameters<typeof aPage>[0], language: Language = 'en', device: Parameters<typeof aPage>[1] = {}) {
  document.body.replaceChildren()
  await initI18n({ language })
  await addWords('mfe-ticket', remote.words)
  const { scope } = aPage(answer, device)
  await allSettled(opened, { scope, params: { name: 'ticket', params: { guid: 't'.repeat(43) }, query: {} } })
  await act(async () => { render(<Provider value={scope}><TicketView /></Provider>) })
  return document.body
}
const states = { open: aTicket(), bare: aTicket({ drivers: [], deposit: null, papers: [], changes: [], due: 0 }), gone: refusedWith(404, 'LinkUnknown'), unreachable: noNetwork() }

describe('what a ticket shows (DEC-206)', () => {
  it.each(Object.keys(states).flatMap((state) => languages.map((language) => [state, language] as const)))('%s in %s: words of that language and one heading (SHELL-80)', async (state, language) => {
    const page = await shown(states[state as keyof typeof states], language)
    expect(page.textContent).not.toMatch(/Pass\.|End\.|Ticket\.|Counter\.|\{\{/)
    expect(page.querySelectorAll('h1')).toHaveLength(1)
  })

  it.each(languages)('without a network: the ticket that the device kept, and when it was, in %s (DEC-225)', async (language) => {
    const page = await shown(noNetwork(), language, { saved: { ticket: aTicket(), at: '2026-11-20T10:42:00.000Z' } })
    expect(page.querySelector('.ck-reference')?.textContent).toBe('CV1001')
    expect([page.querySelector('[data-kind="warn"]')?.textContent ?? page.textContent].join('')).toMatch(/\d{1,2}:42/)
    expect(page.textContent).not.toMatch(/Pass\.|\{\{/)
  })

  it('leads to the map and to the calendar file in the language of the page, and says who brings what (DEC-206, DEC-207)', async () => {
    const page = await shown(aTicket(), 'pt')
    expect(page.querySelector('[data-action="End.calendar"]')?.getAttribute('href')).toMatch(new RegExp(`/ticket/${'t'.repeat(43)}/calendar\\.ics\\?language=pt$`))
    expect(page.querySelector('a[target="_blank"]')?.getAttribute('href')).toContain('query=37.0176%2C-7.9697')
    expect([...page.querySelectorAll('[data-station]')].map((line) => line.textContent)).toEqual(['Aeroporto de Faro, 8006-901 Faro', 'Aberto no dia do levantamento: 07:00–23:00', 'Recebe as chaves ao balcão.'])
    expect([...page.querySelectorAll('[data-part="bring"] li')].map((line) => line.textContent)).toEqual([
      'Maria: passaporte e carta de condução', 'Rui: documento de identidade e carta de condução', 'Um cartão de pagamento em nome de Maria',
    ])
    expect(page.querySelector('[data-deposit="held"]')?.textContent).toContain('€300.00')
  })

  const byCompany = (change: Partial<Ticket['changes'][number]>) => ({ at: '2026-11-21T16:20:00.000Z', by: 'company', what: 'changed', total: 300, totalBefore: 279.55, changed: ['price', 'vehicle'], ...change } satisfies Ticket['changes'][number])
  const changedTo = (total: number, ...changes: Ticket['changes']) => aTicket({ total, changes: [...aTicket().changes, ...changes] })

  it('shows the total that the renter knew beside the one that the company made of it, with the difference and when (DEC-263)', async () => {
    const page = await shown(changedTo(300, byCompany({})))
    expect(page.querySelector('[data-part="total"] dd')?.textContent).toBe('Before: €279.55 €300.00')
    expect(page.querySelector('[data-part="total"] del')?.textContent).toBe('Before: €279.55')
    expect(page.querySelector('[data-part="difference"]')?.textContent).toMatch(/^€20\.45 more than before: changed by the rental company on .*21/)
    expect(page.querySelector('[data-part="changes"] > :last-child dd')?.textContent).toBe('Changed by the rental companyPrice · VehicleBefore: €279.55 €300.00')
  })

  it('shows no difference where the company left the total as it was (DEC-263)', async () => {
    const page = await shown(changedTo(279.55, byCompany({ total: 279.55, changed: ['vehicle'] })))
    expect([page.querySelector('del'), page.querySelector('[data-part="difference"]')]).toEqual([null, null])
  })

  it.each(languages)('says what was changed, and that it costs less, in %s (DEC-263)', async (language) => {
    const page = await shown(changedTo(200, byCompany({ total: 200, changed: ['price', 'period', 'place', 'vehicle'] })), language)
    expect(page.querySelector('[data-part="difference"]')?.textContent).toContain('79.55')
    expect(page.textContent).not.toMatch(/Pass\.|\{\{|-€/)
  })

  it.each(languages)('leads to each wallet that the answer names, and to none where it names none, in %s (API-64, API-65, DEC-233)', async (language) => {
    const linksOf = (page: HTMLElement) => [...page.querySelectorAll('[data-action^="Pass.wallet"]')].map((link) => link.getAttribute('href'))
    const page = await shown(aTicket(), language)
    expect(linksOf(page)).toEqual(['apple', 'google'].map((wallet) => expect.stringMatching(new RegExp(`/ticket/${'t'.repeat(43)}/wallet/${wallet}\\?language=${language}$`)) as unknown))
    expect(page.textContent).toMatch(/Apple Wallet[^]*Google Wallet/)
    expect(linksOf(await shown({ ...aTicket(), wallets: [] }, language))).toEqual([])
  })
})
