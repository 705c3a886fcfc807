import { describe, expect, it } from 'vitest'
import { TenantSettings } from './tenant-settings.ts'

const { help } = TenantSettings.shape

describe('the help in a tenant\'s settings', () => {
  it('may be missing, or each part of it empty (DEC-188)', () => {
    expect([help.parse(undefined), help.parse({})]).toEqual([undefined, { chatUrl: '', hours: '' }])
  })

  it.each(['http://chat.example/', 'javascript:alert(1)', 'chat.example', '//chat.example'])('takes no chat but by https: %s (DEC-188)', (chatUrl) => {
    expect(help.safeParse({ chatUrl, hours: '' }).success).toBe(false)
  })

  it('takes an https address and hours in the company\'s words (DEC-188)', () => {
    const given = { chatUrl: 'https://chat.example/help', hours: 'Every day 08:00 to 22:00' }
    expect(help.parse(given)).toEqual(given)
  })
})
