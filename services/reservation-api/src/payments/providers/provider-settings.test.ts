import { describe, expect, it } from 'vitest'
import { providerSettings } from './provider-settings.ts'

const secret = 'a secret of sixteen'
const card = {
  CHECKIN_CARD_URL: 'https://gateway.example/', CHECKIN_CARD_API_KEY: 'key', CHECKIN_CARD_USER: 'user', CHECKIN_CARD_PASSWORD: secret, CHECKIN_CARD_SECRET: secret,
  CHECKIN_CARD_PUBLIC_KEY: 'public', CHECKIN_CARD_SCRIPT_URL: 'https://gateway.example/js/payment.js', CHECKIN_CALLBACK_BASE: 'https://api.example',
}
const wallet = { CHECKIN_WALLET_URL: 'https://wallet.example', CHECKIN_WALLET_CLIENT_ID: 'id', CHECKIN_WALLET_CLIENT_SECRET: secret, CHECKIN_WALLET_WEBHOOK_SECRET: secret }

describe('settings of the providers', () => {
  it('may be none at all: nothing is paid online then (DEC-20)', () => {
    expect(providerSettings({})).toMatchObject({ card: null, wallet: null })
  })

  it('take the base address without its last slash, so that another provider is configuration only', () => {
    expect(providerSettings({ ...card, ...wallet })).toMatchObject({
      card: { account: { url: 'https://gateway.example' }, client: { script: 'https://gateway.example/js/payment.js', key: 'public' } }, wallet: { url: 'https://wallet.example' },
      callbackBase: 'https://api.example', times: { connectMs: 1000, answerMs: 5000 },
    })
  })

  it.each(Object.keys(card))('name %s when it is missing, and never show the others', (name) => {
    const { [name as keyof typeof card]: _missing, ...rest } = card
    expect(() => providerSettings(rest)).toThrow(name)
    expect(() => providerSettings(rest)).not.toThrow(secret)
  })

  it.each(Object.keys(wallet))('name %s when it is missing', (name) => {
    const { [name as keyof typeof wallet]: _missing, ...rest } = wallet
    expect(() => providerSettings({ ...rest, CHECKIN_CALLBACK_BASE: 'https://api.example' })).toThrow(name)
  })

  it('refuse an address that is none of the web', () => {
    expect(() => providerSettings({ ...card, CHECKIN_CARD_URL: 'file:///etc/passwd' })).toThrow('CHECKIN_CARD_URL')
  })
})
