import { languages } from '@checkin/i18n'
import { holds } from '@checkin/testing/hostile'
import { createTransport } from 'nodemailer'
import { expect, it } from 'vitest'
import { codeMail } from '../../src/mail/code-mail.ts'

const hostile = [
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', '\'-alert(1)-\'', '<a href="https://evil.example">', '<!--', '</td></table><h1>', '&lt;script&gt;', '<style>*{display:none}</style>', '<base href=//evil.example>',
  '<meta http-equiv=refresh content=0>', 'a\r\nBcc: everybody@example.com', '<scr<script>ipt>alert(1)</script>', '</title><script>alert(1)</script>',
] as const

it('a firm, a reference or an address that is markup is text in a mail, in every language, and no header of it (DEC-247)', () => holds('markup in names and mail', async (tried) => {
  const transport = createTransport({ streamTransport: true, buffer: true })
  for (const text of hostile) {
    const made = languages.map((language) => codeMail({
      tenant: { id: 'x', host: 'x.localhost', firmName: text, firmLogo: null, brand: '#009900', sender: 'x@example.com', site: 'http://x.localhost' }, language,
    }, { code: '482913', reference: text, minutes: 10 }))
    tried(text, made.some(({ html }) => /<(?:script|img|svg|style|base|iframe)|<meta http-equiv=refresh|<a href="https:\/\/evil|<!--|<h1>(?!.)/i.test(html)))
    for (const { subject } of made.slice(0, 1)) {
      const { message } = await transport.sendMail({ from: { name: text, address: 'x@example.com' }, to: 'renter@example.com', subject, text: 'one line' })
      tried(`in the head of a mail: ${text}`, /^Bcc:/im.test((Buffer.isBuffer(message) ? message.toString('utf8') : '').split('\r\n\r\n')[0] ?? ''))
    }
    expect(made[0]?.html).toContain('482913')
  }
}))
