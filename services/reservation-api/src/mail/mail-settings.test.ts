import { describe, expect, it } from 'vitest'
import { mailSettings } from './mail-settings.ts'

const secret = { CHECKIN_CODE_SECRET: 'a-secret-for-codes' }

describe('settings of mail', () => {
  it('mean the demo’s mailbox unless told otherwise', () => {
    expect(mailSettings({ ...secret, CHECKIN_PORT: '4000' }).smtp).toMatchObject({ host: '127.0.0.1', port: 4025, secure: false })
    expect(mailSettings({ ...secret, CHECKIN_SMTP_HOST: 'smtp.example', CHECKIN_SMTP_PORT: '465', CHECKIN_SMTP_SECURE: 'true' }).smtp).toMatchObject({ host: 'smtp.example', port: 465, secure: true })
  })

  it.each([
    ['production', 'smtp.example', true], ['production', '127.0.0.1', false], ['production', 'localhost', false], ['demo', 'smtp.example', false],
  ])('in %s with the server %s need TLS: %s, so that nobody reads codes on the way (SEC-13)', (CHECKIN_MODE, CHECKIN_SMTP_HOST, expected) => {
    expect(mailSettings({ CHECKIN_CODE_SECRET: 'qM3vT8xK1nR5wZ7pL2dY9sB4', CHECKIN_MODE, CHECKIN_SMTP_HOST }).smtp.requireTls).toBe(expected)
  })

  it.each([['CHECKIN_SMTP_PORT', '99999'], ['CHECKIN_SMTP_SECURE', 'perhaps'], ['CHECKIN_MAIL_POLL_MS', '0'], ['CHECKIN_CODE_SECRET', '']])('name the variable %s when it cannot be used', (name, value) => {
    expect(() => mailSettings({ ...secret, [name]: value })).toThrow(name)
  })
})
