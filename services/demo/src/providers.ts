import { savedCardsOfSandbox } from './data/saved-cards.ts'
import { demoTenants } from './data/demo-data.ts'
import type { DemoSecrets } from './secrets.ts'
import type { Ports } from './ports.ts'

type Environment = Readonly<Record<string, string>>

/** Origins of the card provider: the payment pages' policy allows its script and its frames (architecture.md section 4). */
export const providerOrigins = (ports: Ports): string => `http://card.localhost:${ports.sandboxes}`

/** What the reservation API and the card sandbox both know, as a shop and its provider do. */
const cardAccount = (secrets: DemoSecrets): Environment => ({
  CHECKIN_CARD_API_KEY: 'demo-shop',
  CHECKIN_CARD_USER: 'demo-shop-api',
  CHECKIN_CARD_PASSWORD: secrets.cardPassword,
  CHECKIN_CARD_SECRET: secrets.cardSecret,
  CHECKIN_CARD_PUBLIC_KEY: 'demo-shop-fields',
})

const walletAccount = (secrets: DemoSecrets): Environment => ({
  CHECKIN_WALLET_CLIENT_ID: 'demo-shop',
  CHECKIN_WALLET_CLIENT_SECRET: secrets.walletSecret,
  CHECKIN_WALLET_WEBHOOK_SECRET: secrets.walletWebhookSecret,
})

const signAccount = (secrets: DemoSecrets): Environment => ({
  CHECKIN_SIGN_API_KEY: secrets.signKey,
  CHECKIN_SIGN_SECRET: secrets.signSecret,
})

/** Where the reservation API finds its providers, and where they find it. */
export const providerSettings = (ports: Ports, secrets: DemoSecrets): Environment => ({
  ...cardAccount(secrets),
  ...walletAccount(secrets),
  ...signAccount(secrets),
  CHECKIN_CARD_URL: `http://card.localhost:${ports.sandboxes}`,
  CHECKIN_CARD_SCRIPT_URL: `http://card.localhost:${ports.sandboxes}/js/integrated/payment.1.3.min.js`,
  CHECKIN_WALLET_URL: `http://wallet.localhost:${ports.sandboxes}`,
  CHECKIN_SIGN_URL: `http://sign.localhost:${ports.sandboxes}`,
  CHECKIN_CALLBACK_BASE: `http://127.0.0.1:${ports.api}`,
})

/** The sandboxes' own settings. Their callbacks are repeated sixty times faster than a real provider's. */
export const sandboxSettings = (ports: Ports, secrets: DemoSecrets): Environment => ({
  ...cardAccount(secrets),
  ...walletAccount(secrets),
  ...signAccount(secrets),
  CHECKIN_SANDBOX_SHOPS: demoTenants.map(({ host }) => `http://${host}:${ports.site}`).join(','),
  CHECKIN_SANDBOX_SAVED_CARDS: JSON.stringify(savedCardsOfSandbox),
  CHECKIN_SANDBOX_DELAY_SCALE: '0.0167',
})
