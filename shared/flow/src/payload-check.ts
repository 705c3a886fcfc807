import { createEvent, sample, type Event } from 'effector'
import * as z from 'zod/mini'
import { commonEvents, commonPayloads } from './events/common.events.ts'
import { driverEvents, driverPayloads } from './events/driver.events.ts'
import { offersEvents, offersPayloads } from './events/offers.events.ts'
import type { Payloads } from './events/owner-events.ts'
import { paymentEvents, paymentPayloads } from './events/payment.events.ts'
import { precheckoutEvents, precheckoutPayloads } from './events/precheckout.events.ts'
import { shellEvents, shellPayloads } from './events/shell.events.ts'
import { verificationEvents, verificationPayloads } from './events/verification.events.ts'

const groups: readonly (readonly [string, Payloads, Readonly<Record<string, Event<object>>>])[] = [
  ['common', commonPayloads, commonEvents],
  ['shell', shellPayloads, shellEvents],
  ['verification', verificationPayloads, verificationEvents],
  ['driver', driverPayloads, driverEvents],
  ['offers', offersPayloads, offersEvents],
  ['payment', paymentPayloads, paymentEvents],
  ['precheckout', precheckoutPayloads, precheckoutEvents],
]

/** Every event of the contract once, with its payload's schema. */
export const flowContract = groups.flatMap(([owner, payloads, events]) =>
  Object.entries(payloads).map(([name, schema]) => ({ owner, name, schema, event: events[name] as Event<object> })))

/** An event arrived with a payload that its schema refuses: names of event and fields only, never values. */
export const payloadRefused = createEvent<{ readonly event: string; readonly fields: readonly string[] }>({ name: 'flow/payloadRefused' })

/** Watches every event of the contract; the shell calls it once at start, tests call it beside their models. */
export function checkPayloads(): void {
  for (const { owner, name, schema, event } of flowContract) {
    sample({
      clock: event,
      filter: (payload) => !z.safeParse(schema, payload).success,
      fn: (payload) => ({
        event: `${owner}/${name}`,
        fields: z.safeParse(schema, payload).error?.issues.map((issue) => issue.path.join('.')) ?? [],
      }),
      target: payloadRefused,
    })
  }
}
