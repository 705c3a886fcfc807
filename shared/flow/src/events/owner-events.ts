import { createEvent, type Event, type EventCallable } from 'effector'
import * as z from 'zod/mini'

/** Who may publish: the shell and the five modules, named as in `@checkin/flow/publish/<owner>`. */
export const owners = ['shell', 'verification', 'driver', 'offers', 'payment', 'precheckout'] as const
export type Owner = (typeof owners)[number]

/** Payload schema of each event of one owner. Objects stay open: a newer publisher may add fields, never require one. */
export type Payloads = Readonly<Record<string, z.ZodMiniType<object>>>

/** The callable events of one owner, only for `@checkin/flow/publish/<owner>`. */
export type CallableEvents<P extends Payloads> = { readonly [Name in keyof P]: EventCallable<z.output<P[Name]>> }

/** The same events for everybody else: effector's types refuse to call them or to make them a target. */
export type ReadOnlyEvents<P extends Payloads> = { readonly [Name in keyof P]: Event<z.output<P[Name]>> }

/** Makes the events that one owner publishes, one per payload schema, named `<owner>/<event>`. */
export function ownerEvents<const P extends Payloads>(owner: Owner, payloads: P): CallableEvents<P> {
  return Object.fromEntries(Object.keys(payloads).map((name) => [name, createEvent<object>({ name: `${owner}/${name}` })])) as unknown as CallableEvents<P>
}

/** Nothing to tell beyond that it happened. Fields may be added later. */
export const nothing = z.object({})

/** An entity that the API client has parsed already: looked at again only for being an object. */
export const parsedEntity = <T extends object>(): z.ZodMiniType<T> => z.custom<T>((value: unknown) => typeof value === 'object' && value !== null)
