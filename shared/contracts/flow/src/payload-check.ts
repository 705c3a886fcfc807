import { createEvent, sample, type Event } from 'effector'
import { safeParse } from 'zod/mini'
import * as common from './events/common.events.ts'
import * as driver from './events/driver.events.ts'
import { schemaOf, type PayloadsOf } from './events/event.ts'
import * as offers from './events/offers.events.ts'
import * as payment from './events/payment.events.ts'
import * as precheckout from './events/precheckout.events.ts'
import * as shell from './events/shell.events.ts'
import * as verification from './events/verification.events.ts'

/** Everybody's events first: the owners export them as well. */
const owners = { common, shell, verification, driver, offers, payment, precheckout } as const
export type Owner = Exclude<keyof typeof owners, 'common'>

type EventsOfOwners = typeof verification & typeof driver & typeof offers & typeof payment & typeof precheckout

/** Payload of every event that a module publishes, by the event's name. */
export type ModuleEvents = PayloadsOf<typeof common & Omit<EventsOfOwners, keyof typeof common>>

const seen = new Set<object>()

/** Every event of the contract once, with its payload's schema. */
export const flowContract = Object.entries(owners).flatMap(([owner, units]) => Object.entries<object>({ ...units }).flatMap(([name, unit]) => {
  const schema = seen.has(unit) ? undefined : schemaOf(unit)
  seen.add(unit)
  return schema ? [{ owner, name, schema, event: unit as Event<object> }] : []
}))

/** An event arrived with a payload that its schema refuses: names of event and fields only, never values. */
export const payloadRefused = createEvent<{ readonly event: string; readonly fields: readonly string[] }>({ name: 'flow/payloadRefused' })

/** Checks every event of the contract; the shell calls it once at start, tests call it beside their models. */
export function checkPayloads(): void {
  for (const { owner, name, schema, event } of flowContract) {
    sample({
      clock: event,
      filter: (payload) => !safeParse(schema, payload).success,
      fn: (payload) => ({ event: `${owner}/${name}`, fields: safeParse(schema, payload).error?.issues.map(({ path }) => path.join('.')) ?? [] }),
      target: payloadRefused,
    })
  }
}
