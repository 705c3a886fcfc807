import { describe, expect, it } from 'vitest'
import type { MailTenant } from '../../mail/mail-writer.ts'
import { changedMail, signingMail } from './signing-mail.ts'

const tenant = { id: 'costaverde', firmName: 'Costa Verde', brand: null, firmLogo: null, site: 'http://costaverde.localhost:4000' } as unknown as MailTenant
const token = 'T'.repeat(43)

describe('the mails of a rental that changed before it was signed (DEC-108)', () => {
  it.each([['en', 'Your rental has changed', '€479.55'], ['pt', 'O seu aluguer mudou', '€479.55'], ['fr', 'Votre location a changé', '€479.55']] as const)(
    'lead in %s to the new figures, and say what is no longer held', (language, heading, amount) => {
      const { subject, text, html } = changedMail({ tenant, language }, { reference: 'CV1009', precheckoutToken: token, releasedMinor: 47_955, currency: 'EUR' })
      expect(subject).toContain('CV1009')
      for (const part of [heading, amount, `http://costaverde.localhost:4000/precheckout/${token}`]) {
        expect(text).toContain(part)
        expect(html).toContain(part)
      }
    })
  it('run from right to left in Arabic: each value by itself, addresses from left to right (DEC-181)', () => {
    const { text, html } = changedMail({ tenant, language: 'ar' }, { reference: 'CV1009', precheckoutToken: token, releasedMinor: 47_955, currency: 'EUR' })
    expect(text).toContain('الحجز \u2068CV1009\u2069')
    for (const part of ['<html lang="ar" dir="rtl">', '\u2068€479.55\u2069', `<bdi dir="ltr">http://costaverde.localhost:4000/precheckout/${token}</bdi>`]) expect(html).toContain(part)
    expect(changedMail({ tenant, language: 'en' }, { reference: 'CV1009', precheckoutToken: token, releasedMinor: 47_955, currency: 'EUR' }).html).not.toMatch(/rtl|[\u2066-\u2069]/)
  })
  it('lead to the counter where nothing more can be done online', () => {
    const { text } = changedMail({ tenant, language: 'en' }, { reference: 'CV1009', precheckoutToken: null, releasedMinor: 0, currency: 'EUR' })
    expect(text).toContain('at the counter')
    expect(text).not.toMatch(/precheckout\/|released/)
  })
  it.each([['en', 'The former one can no longer be signed'], ['pt', 'O anterior já não pode ser assinado'], ['fr', 'L’ancien ne peut plus être signé']] as const)(
    'bring in %s the link of the agreement that was made anew', (language, sentence) => {
      const { text } = signingMail({ tenant, language }, { reference: 'CV1009', url: 'http://sign.localhost:4002/sign/new', heldMinor: 47_955, currency: 'EUR', paperId: 'p1', isRenewed: true })
      for (const part of [sentence, 'http://sign.localhost:4002/sign/new', '€479.55']) expect(text).toContain(part)
    })
})
