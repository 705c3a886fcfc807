import { openSandbox, readForms, type Sandbox, type StreamListener } from '@checkin/sandbox-kit'
import type { Service, ServiceOptions } from '@checkin/server'
import * as z from 'zod'
import { faultFor, Rule } from './faults.ts'
import { objectRoutes, type WalletObject } from './objects.ts'
import { walletsHeaders, walletsPage, type Shown } from './page.ts'
import { addedPass, refreshedPass, type Phone } from './phone.ts'
import { pushService, type Push } from './push-service.ts'
import type { PushSandboxSettings } from './settings.ts'

export { pushSandboxSettings, type PushSandboxSettings } from './settings.ts'
export type { WalletObject } from './objects.ts'
export type { Push } from './push-service.ts'

/** A phone that is to ask what changed. */
interface Asking {
  readonly phone: string
}

const Ticket = z.object({ ticket: z.string().max(500) })

/** Both wallets: `stream` answers Apple's push service over HTTP/2, the service Google's API, a page and controls. */
export interface PushSandbox extends Service {
  readonly stream: StreamListener
}

/** Wallets to try things on. Their state lives in the file of the settings. */
export function createApp(settings: PushSandboxSettings, options: Pick<ServiceOptions, 'log'> = {}): PushSandbox {
  const perform = async ({ phone: id }: Asking): Promise<boolean> => {
    const phone = phones.get(id)
    if (phone) phones.put(await refreshedPass(phone))
    return true
  }
  const sandbox: Sandbox<Asking, { readonly rules: readonly Rule[] }> = openSandbox({ ...options, name: 'sandbox-push', settings, perform, retryDelays: [1000, 5000, 60_000] })
  const { store, now, jobs } = sandbox
  const pushes = store.documents<Push>({ table: 'push', id: ['id', ({ id }) => id] })
  const objects = store.documents<WalletObject>({ table: 'object', id: ['id', ({ id }) => id] })
  const phones = store.documents<Phone>({ table: 'phone', id: ['id', ({ id }) => id] })
  const fault = (to: string) => faultFor(store, to)
  const shown = (isRefused: boolean): Shown => ({ phones: phones.all().toReversed().slice(0, 20), pushes: pushes.all().toReversed().slice(0, 50), objects: objects.all().toReversed().slice(0, 50), isRefused })

  sandbox.routes((scope) => { objectRoutes(scope, { serviceAccounts: settings.serviceAccounts, faultFor: fault, now, changed: objects.put }) })
  sandbox.routes((scope) => {
    readForms(scope)
    scope.get('/', (_request, reply) => reply.headers(walletsHeaders).send(walletsPage(shown(false))))
    scope.post('/phone', async (request, reply) => {
      const added = await addedPass(Ticket.parse(request.body).ticket, settings.shops).catch(() => null)
      if (!added) return reply.code(422).headers(walletsHeaders).send(walletsPage(shown(true)))
      phones.put(added)
      return reply.redirect('/', 303)
    })
  })
  sandbox.admin((scope) => {
    scope.get('/admin/pushes', () => pushes.all().toReversed())
    scope.get('/admin/objects', () => objects.all().toReversed())
    scope.post('/admin/rules', (request) => {
      store.keep('rules', [...store.kept('rules') ?? [], Rule.parse(request.body)])
      return { done: true }
    })
  })
  const stream = pushService({
    faultFor: fault,
    arrived: (push) => {
      pushes.put(push)
      if (push.fault === null && phones.get(push.to)) jobs.add(now(), { phone: push.to })
    },
  })
  return { ...sandbox.service, stream }
}
