import { languages } from '@checkin/i18n'
import { describe, expect, it } from 'vitest'
import { codeMail } from './code-mail.ts'
import type { MailTenant } from './mail-writer.ts'

const tenant: MailTenant = {
  id: 'costaverde', host: 'costaverde.localhost', firmName: 'Costa Verde', firmLogo: null, brand: '#009900', sender: 'check-in@costaverde.example', site: 'http://costaverde.localhost:4000',
}
const payload = { code: '482913', reference: 'CV1001', minutes: 10 }

describe('the mail with a code', () => {
  it.each([
    ['en', 'Your check-in code', '10 minutes', 'Did not ask'], ['pt', 'O seu código de check-in', '10 minutos', 'Não pediu'],
    ['fr', 'Votre code d’enregistrement', '10 minutes', 'Vous n’avez pas demandé'],
  ] as const)('says in %s the code, how long it works, and what to do when nobody asked (API-10)', (language, heading, expiry, notYou) => {
    const { subject, text, html } = codeMail({ tenant, language }, payload)
    expect(subject).toContain('482913')
    for (const form of [text, html]) for (const part of [heading, expiry, notYou, '482913', 'CV1001', 'Costa Verde', 'http://costaverde.localhost:4000']) expect(form).toContain(part)
    expect(html).toContain(`<html lang="${language}" dir="ltr">`)
  })

  it('holds one number of six digits and no other, so that programs find the code (API-10)', () => {
    for (const language of languages) {
      const { subject, text, html } = codeMail({ tenant, language }, payload)
      for (const form of [subject, text, html]) expect(new Set(form.match(/(?<!\d)\d{6}(?!\d)/g))).toEqual(new Set(['482913']))
    }
  })

  it('shows names as text, whatever signs they hold', () => {
    const { html } = codeMail({ tenant: { ...tenant, firmName: '<script>alert("x")</script> & Söhne' }, language: 'en' }, { ...payload, reference: '"><img src=x>' })
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Söhne')
  })

  it('fetches nothing and runs nothing when it is opened', () => {
    const { html } = codeMail({ tenant, language: 'en' }, payload)
    expect(html).not.toMatch(/<(script|img|link|iframe|form)|url\(|@import|\son\w+=/i)
  })
})
