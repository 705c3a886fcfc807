import { createApp as cardSandbox, cardSandboxSettings } from '@checkin/sandbox-card'
import { createApp as pushSandbox, pushSandboxSettings } from '@checkin/sandbox-push'
import { createApp as signatureSandbox, signatureSandboxSettings } from '@checkin/sandbox-signature'
import { createApp as smsSandbox, smsSandboxSettings } from '@checkin/sandbox-sms'
import { createApp as walletSandbox, walletSandboxSettings } from '@checkin/sandbox-wallet'
import { createService, portSetting, readSettings } from '@checkin/server'
import * as z from 'zod'
import { serveByHost } from './compose.ts'

const { CHECKIN_PORT: base } = readSettings(z.object({ CHECKIN_PORT: portSetting(4000) }))
const push = pushSandbox(pushSandboxSettings())
const composed = await serveByHost([
  { host: 'card.localhost', service: cardSandbox(cardSandboxSettings()) },
  { host: 'wallet.localhost', service: walletSandbox(walletSandboxSettings()) },
  { host: 'sign.localhost', service: signatureSandbox(signatureSandboxSettings()) },
  { host: 'sms.localhost', service: smsSandbox(smsSandboxSettings()) },
  { host: 'push.localhost', service: push, stream: push.stream },
], base + 2)

// Probes and metrics have a port of their own: the other one belongs to the providers' names.
const probes = createService({ name: 'sandboxes' })
probes.onStop(composed.stop)
await probes.listen({ port: base + 8 })
