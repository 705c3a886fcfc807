import { expect, request } from '@playwright/test'
import { cardProvider } from './addresses.ts'

/** What the card provider's sandbox does to the browsers whose user agent has `agent` in it (docs/spec/payment-scenarios.md). */
export async function cardProviderPlays(scenario: string, agent: string): Promise<void> {
  const { host, port } = new URL(cardProvider)
  const context = await request.newContext({ extraHTTPHeaders: { host } })
  const answer = await context.post(`http://127.0.0.1:${port}/admin/scenario`, { data: { scenario, match: { agent } } })
  expect(answer.status()).toBe(200)
  await context.dispose()
}

/** A one-time token of a card that pays, as the provider's own fields make it. */
export async function cardToken(): Promise<string> {
  const { host, port } = new URL(cardProvider)
  const context = await request.newContext({ extraHTTPHeaders: { host, origin: cardProvider } })
  const answer = await context.post(`http://127.0.0.1:${port}/js/integrated/tokenize`, { data: { publicKey: 'demo-shop-fields', number: '4111111111111111', cvv: '123', month: '12', year: '2031', card_holder: 'Maria Silva' } })
  const { token } = await answer.json() as { token: string }
  await context.dispose()
  return token
}
