import { describe, expect, it } from 'vitest'
import { mailSettings } from './mail-settings.ts'

const secret = { CHECKIN_CODE_SECRET: 'a-secret-for-codes' }

describe('settings of mail', () => {
  it('mean the demo’s mailbox unless told otherwise', () => {
    expect(mailSettings({ ...secret, CHECKIN_PORT: '4000' }).smtp).toMatchObject({ host: '127.0.0.1', port: 4025, secure: false })
    expect(mailSettings({ ...secret, CHECKIN_SMTP_HOST: 'smtp.example', CHECKIN_SMTP_PORT: '465', CHECKIN_SMTP_SECURE: 'true' }).smtp).toMatchObject({ host: 'smtp.example', port: 465, secure: true })
  })

  it.each([['CHECKIN_SMTP_PORT', '99999'], ['CHECKIN_SMTP_SECURE', 'perhaps'], ['CHECKIN_MAIL_POLL_MS', '0'], ['CHECKIN_CODE_SECRET', '']])('name the variable %s when it cannot be used', (name, value) => {
    expect(() => mailSettings({ ...secret, [name]: value })).toThrow(name)
  })
})
