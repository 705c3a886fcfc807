import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { answerBadly, openMerchants, openSandbox, takeRule, type Sandbox } from '@checkin/sandbox-kit'
import { ServiceError, type Service, type ServiceOptions } from '@checkin/server'
import * as z from 'zod'
import { deliverReport, faultOf, Order, Rule, type Message, type Report } from './message.ts'
import { messagesHeaders, messagesPage } from './page.ts'
import type { SmsSandboxSettings } from './settings.ts'

export { smsSandboxSettings, type SmsSandboxSettings } from './settings.ts'
export type { Message } from './message.ts'

/** Milliseconds until a report, and until an answer that comes too late. */
const [reportMs, slowMs] = [300, 7000]
const Search = z.object({ to: z.string().optional() })

/** The whole provider of text messages: API, a page that shows them, reports, controls. Its state lives in the file of the settings. */
export function createApp(settings: SmsSandboxSettings, options: Pick<ServiceOptions, 'log'> = {}): Service {
  const perform = async ({ id }: Report): Promise<boolean> => {
    const message = messages.get(id)
    return !message || deliverReport(message, merchants.owner(message).account.secret)
  }
  const sandbox: Sandbox<Report, { readonly rules: readonly Rule[]; readonly away: readonly string[] }> = openSandbox({ ...options, name: 'sandbox-sms', settings, perform, retryDelays: [1000, 5000, 60_000, 600_000] })
  const { store, now, jobs } = sandbox
  const messages = store.documents<Message>({ table: 'message', id: ['id', ({ id }) => id], request: ['key', ({ key }) => key] })
  const merchants = openMerchants({
    settings, nameOf: ({ apiKey }) => createHash('sha256').update(apiKey).digest('hex').slice(0, 12), authorizationOf: ({ apiKey }) => `Bearer ${apiKey}`, open: ({ own }) => own(messages),
  })
  const latest = (to: string | undefined): readonly Message[] => messages.all().filter((message) => to === undefined || message.to === to).toReversed()
  /** The fault of a message, once: a provider that is away comes back. */
  const chosen = (to: string, key: string): Message['fault'] => {
    const { rule, left } = takeRule(store.kept('rules') ?? [], (each) => each.to === undefined || each.to === to)
    store.keep('rules', left)
    const fault = rule?.fault ?? faultOf(to)
    const were = store.kept('away') ?? []
    if (fault !== 'away' || rule) return fault
    store.keep('away', [...were, key].slice(-100))
    return were.includes(key) ? null : fault
  }

  sandbox.routes((scope) => {
    scope.post('/api/v1/messages', async (request, reply) => {
      const merchant = merchants.calling(request.headers.authorization)
      if (!merchant) throw new ServiceError(401, 'Unauthorized', 'The key is missing or wrong')
      const order = Order.safeParse(request.body)
      const key = `${merchant.name} ${String(request.headers['idempotency-key'] ?? '')}`
      if (!order.success || key.endsWith(' ')) throw new ServiceError(422, 'order-unreadable', 'The message is not taken')
      const known = messages.byRequest(key)
      // What was taken is taken once, however often it is sent.
      if (known) return { id: known.id, status: 'accepted' }
      const fault = chosen(order.data.to, key)
      if (fault === 'away') return answerBadly(reply, 'busy')
      if (fault === 'refused') throw new ServiceError(422, 'number-refused', 'The message is not taken')
      const message: Message = { ...order.data, merchant: merchant.name, id: `sms_${randomBytes(12).toString('base64url')}`, key, date: new Date(now()).toISOString(), fault }
      messages.put(message)
      for (let times = fault === 'silent' ? 0 : fault === 'twice' ? 2 : 1; times > 0; times -= 1) jobs.add(now() + reportMs, { id: message.id })
      if (fault === 'answer-lost') return answerBadly(reply, 'drop')
      if (fault === 'slow') await delay(slowMs)
      return reply.code(201).send({ id: message.id, status: 'accepted' })
    })
  })
  sandbox.routes((scope) => {
    scope.get('/', (_request, reply) => reply.headers(messagesHeaders).send(messagesPage(latest(undefined))))
  })
  sandbox.admin((scope) => {
    scope.get('/admin/messages', (request) => latest(Search.parse(request.query).to))
    scope.post('/admin/rules', (request) => {
      store.keep('rules', [...store.kept('rules') ?? [], Rule.parse(request.body)])
      return { done: true }
    })
  })
  return sandbox.service
}
