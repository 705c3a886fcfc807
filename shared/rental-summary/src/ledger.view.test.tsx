import { anExtra, aSummary } from '@checkin/api/testing'
import { addWords, changeLanguage, initI18n, languages, useWords, type Language, type WordLoaders } from '@checkin/i18n'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ledgerOf } from './ledger.ts'
import { LedgerView } from './ledger.view.tsx'

const names: Readonly<Record<Language, string>> = {
  en: 'Navigation', fr: 'Navigation par satellite', pt: 'Navegação', de: 'Navigationsgerät', es: 'Navegador', it: 'Navigatore satellitare', nl: 'Navigatiesysteem', ar: 'نظام ملاحة',
}
const messagesOf = async (module: string, language: Language) =>
  ({ default: JSON.parse(readFileSync(join(import.meta.dirname, `../../../${module}/locales/${language}.json`), 'utf8')) as Record<string, string> })
const locales = (module: 'mfe-payment' | 'mfe-precheckout'): WordLoaders =>
  ({ en: () => messagesOf(module, 'en'), ...Object.fromEntries(languages.map((language) => [language, () => messagesOf(module, language)])) })

/** As the API answers in a language: only the descriptions differ. */
const summary = (language: Language) => aSummary({ extras: [
  anExtra({ extraID: 'GPS', description: names[language], totalValue: 30.75 }),
  anExtra({ extraID: 'SEAT', description: 'Seat', isAcceptQuantity: true, isAccepted: true, quantity: 2, totalValue: 20 }),
] })
const draft = { hasClickedUpgrade: false, extras: [
  { extraID: 'GPS', quantity: 1, event: 'Select' as const, before: { quantity: 0, total: 0 }, textBefore: '0 × Navigation, €0.00' },
  { extraID: 'SEAT', quantity: 3, before: { quantity: 2, total: 20 }, textBefore: '2 × Seat, €20.00' },
] }

function Overview({ module, language }: { readonly module: string; readonly language: Language }) {
  return <LedgerView ledger={ledgerOf(summary(language), null, draft)} currency="EUR" busy={false} words={useWords(module)} />
}

it('after an extra was added, both overviews follow a change of the language and agree line by line', async () => {
  await initI18n({ language: 'en' })
  for (const module of ['mfe-payment', 'mfe-precheckout'] as const) await addWords(module, locales(module))
  const seen = new Set<string>()
  for (const language of languages) {
    await act(() => changeLanguage(language))
    const texts = ['mfe-payment', 'mfe-precheckout'].map((module) => {
      const screen = render(<Overview module={module} language={language} />)
      const text = [...screen.container.querySelectorAll('h2, li, dt')].map((element) => element.textContent).join('\n')
      screen.unmount()
      return text
    })
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).toContain(names[language])
    expect(texts[0]).toContain('2 × Seat, €20.00')
    expect(texts[0]).not.toMatch(/0 ×|Review\./)
    seen.add(texts[0] ?? '')
  }
  expect(seen.size).toBe(languages.length)
})

it.each(languages)('a discount is a line, so that what is shown adds up to the total: %s (DEC-122)', async (language) => {
  await initI18n({ language })
  await act(() => changeLanguage(language))
  const { cashier } = aSummary()
  const line = (extraID: string, totalValue: number) => anExtra({ extraID, isAccepted: true, totalValue })
  const discounted = aSummary({ extras: [line('DAYS', 184.5), line('SEAT', 20), line('SCDW', 75.05)], cashier: { ...cashier, previewValue: 261.1, discountValue: 18.45 } })
  const Page = () => <LedgerView ledger={ledgerOf(discounted, null, { extras: [], hasClickedUpgrade: false })} currency="EUR" busy={false} words={useWords('mfe-payment')} />
  const { container } = render(<Page />)
  const amounts = [...container.querySelectorAll('[data-line]')].map((each) => Number(/-?€[\d.]+$/.exec(each.textContent)?.[0].replace('€', '')))
  expect(amounts).toEqual([184.5, 20, 75.05, -18.45])
  expect(container.querySelector('[data-line="cashier.discount"]')?.textContent).toContain({ en: 'Discount', pt: 'Desconto', fr: 'Remise', de: 'Rabatt', es: 'Descuento', it: 'Sconto', nl: 'Korting', ar: 'خصم' }[language])
})
