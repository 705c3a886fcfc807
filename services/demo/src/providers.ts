import { createHmac, createPublicKey } from 'node:crypto'
import { previewHost } from '@checkin/server'
import { savedCardsOfSandbox } from '../data/saved-cards.ts'
import { demoTenants } from '../data/demo-data.ts'
import type { DemoTenantId } from '../data/demo-tenants.ts'
import type { DemoSecrets } from './secrets.ts'
import type { Ports } from './ports.ts'
import type { TestWalletAccounts, WalletAddresses } from './wallet-accounts.ts'

type Environment = Readonly<Record<string, string>>

/** The tenant whose accounts the environment has as well, for tenants that are made by hand and payments of before each had its own. */
const first: DemoTenantId = 'costaverde'

const otherTenants = demoTenants.map(({ id }) => id).filter((id) => id !== first)

/** A secret of a tenant that is told to nobody else, and is the same at every start. */
const secretOf = (secret: string, tenant: DemoTenantId): string => (tenant === first ? secret : createHmac('sha256', secret).update(tenant).digest('base64url'))

/** What a tenant's shop is called at the providers. */
const shopOf = (tenant: DemoTenantId): string => (tenant === first ? 'demo-shop' : `demo-shop-${tenant}`)

/** A tenant's login at the card provider; both know it, as a shop and its provider do. */
const cardMerchant = (secrets: DemoSecrets, tenant: DemoTenantId) => ({
  apiKey: shopOf(tenant), user: `${shopOf(tenant)}-api`, password: secretOf(secrets.cardPassword, tenant), secret: secretOf(secrets.cardSecret, tenant), publicKey: `${shopOf(tenant)}-fields`,
})
const walletMerchant = (secrets: DemoSecrets, tenant: DemoTenantId) =>
  ({ clientId: shopOf(tenant), clientSecret: secretOf(secrets.walletSecret, tenant), webhookSecret: secretOf(secrets.walletWebhookSecret, tenant) })
const signMerchant = (secrets: DemoSecrets, tenant: DemoTenantId) => ({ apiKey: secretOf(secrets.signKey, tenant), secret: secretOf(secrets.signSecret, tenant) })
const mailLogin = (secrets: DemoSecrets, tenant: DemoTenantId) => ({ user: tenant, password: createHmac('sha256', secrets.codeSecret).update(`mail login of ${tenant}`).digest('base64url') })

const smsAccount = (secrets: DemoSecrets, tenant: DemoTenantId) => {
  const secretFor = (use: string): string => createHmac('sha256', secrets.codeSecret).update(`${use} of text messages of ${tenant}`).digest('base64url')
  return { apiKey: secretFor('key'), secret: secretFor('secret') }
}

/** Every account of a tenant, as `PUT /internal/v1/tenants/{id}/accounts/{kind}` takes them. */
export const demoAccounts = (ports: Ports, secrets: DemoSecrets, tenant: DemoTenantId) => ({
  card: { url: `http://card.localhost:${ports.sandboxes}`, ...cardMerchant(secrets, tenant), scriptUrl: `http://card.localhost:${ports.sandboxes}/js/integrated/payment.1.3.min.js` },
  wallet: { url: `http://wallet.localhost:${ports.sandboxes}`, ...walletMerchant(secrets, tenant) },
  sign: { url: `http://sign.localhost:${ports.sandboxes}`, ...signMerchant(secrets, tenant) },
  mail: { host: '127.0.0.1', port: ports.smtp, ...mailLogin(secrets, tenant) },
  sms: { url: `http://sms.localhost:${ports.sandboxes}`, ...smsAccount(secrets, tenant), sender: 'Checkin' },
})

/** Where both wallets are told that passes changed. */
export const walletAddresses = (ports: Ports): WalletAddresses => {
  const pushUrl = `http://push.localhost:${ports.sandboxes}`
  return { pushUrl, apiUrl: pushUrl, tokenUrl: `${pushUrl}/token` }
}

/** Logins that the mailbox knows. */
export const mailLogins = (secrets: DemoSecrets): string => JSON.stringify(demoTenants.map(({ id }) => mailLogin(secrets, id)))

/** What the environment of the reservation API and the sandboxes both know: the first tenant's shop. */
function firstAccounts(secrets: DemoSecrets): Environment {
  const [card, wallet, sign] = [cardMerchant(secrets, first), walletMerchant(secrets, first), signMerchant(secrets, first)]
  return {
    CHECKIN_CARD_API_KEY: card.apiKey, CHECKIN_CARD_USER: card.user, CHECKIN_CARD_PASSWORD: card.password, CHECKIN_CARD_SECRET: card.secret, CHECKIN_CARD_PUBLIC_KEY: card.publicKey,
    CHECKIN_WALLET_CLIENT_ID: wallet.clientId, CHECKIN_WALLET_CLIENT_SECRET: wallet.clientSecret, CHECKIN_WALLET_WEBHOOK_SECRET: wallet.webhookSecret,
    CHECKIN_SIGN_API_KEY: sign.apiKey, CHECKIN_SIGN_SECRET: sign.secret,
  }
}

/** Where the reservation API finds its providers, and where they find it. */
export const providerSettings = (ports: Ports, secrets: DemoSecrets): Environment => ({
  ...firstAccounts(secrets),
  CHECKIN_CARD_URL: `http://card.localhost:${ports.sandboxes}`,
  CHECKIN_CARD_SCRIPT_URL: `http://card.localhost:${ports.sandboxes}/js/integrated/payment.1.3.min.js`,
  CHECKIN_WALLET_URL: `http://wallet.localhost:${ports.sandboxes}`,
  CHECKIN_SIGN_URL: `http://sign.localhost:${ports.sandboxes}`,
  CHECKIN_CALLBACK_BASE: `http://127.0.0.1:${ports.api}`,
})

/** The sandboxes' own settings. Their callbacks are repeated sixty times faster than a real provider's. */
export const sandboxSettings = (ports: Ports, secrets: DemoSecrets, { google }: TestWalletAccounts): Environment => ({
  ...firstAccounts(secrets),
  CHECKIN_SANDBOX_CARD_MERCHANTS: JSON.stringify(otherTenants.map((tenant) => cardMerchant(secrets, tenant))),
  CHECKIN_SANDBOX_WALLET_MERCHANTS: JSON.stringify(otherTenants.map((tenant) => walletMerchant(secrets, tenant))),
  CHECKIN_SANDBOX_SIGN_MERCHANTS: JSON.stringify(otherTenants.map((tenant) => signMerchant(secrets, tenant))),
  CHECKIN_SANDBOX_SMS_ACCOUNTS: JSON.stringify(demoTenants.map(({ id }) => smsAccount(secrets, id))),
  CHECKIN_SANDBOX_PUSH_ACCOUNTS: JSON.stringify([{ email: google.email, publicKey: createPublicKey(google.key).export({ type: 'spki', format: 'pem' }) }]),
  // Pages of previews show card fields too, at an origin of their own.
  CHECKIN_SANDBOX_SHOPS: demoTenants.flatMap(({ host }) => [host, previewHost(host)]).map((host) => `http://${host}:${ports.site}`).join(','),
  CHECKIN_SANDBOX_SAVED_CARDS: JSON.stringify(savedCardsOfSandbox),
  CHECKIN_SANDBOX_DELAY_SCALE: '0.0167',
})
