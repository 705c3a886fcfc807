import { languages } from '@checkin/i18n'
import { describe, expect, it } from 'vitest'
import { mailCatalogues, mailMessages, type MailKey } from './mail-messages.ts'

const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

describe('the words of mails', () => {
  it('exist in every language with the same places', () => {
    const keys = Object.keys(mailCatalogues.en) as MailKey[]
    for (const language of languages) {
      expect(Object.keys(mailCatalogues[language]).sort()).toEqual([...keys].sort())
      for (const key of keys) {
        expect(mailCatalogues[language][key].trim()).not.toBe('')
        expect(places(mailCatalogues[language][key])).toEqual(places(mailCatalogues.en[key]))
      }
    }
  })

  it('keep a French sign on the line of its word', () => {
    expect(Object.entries(mailCatalogues.fr).filter(([, text]) => / [?!;:»]/.test(text))).toEqual([])
  })

  it('are filled once: a value that looks like a place stays as it is', () => {
    expect(mailMessages('en', { firm: '{{code}}', code: '123456' })('code.never')).toContain('{{code}} will never')
  })
})
