import { createEvent, type Event, type EventCallable } from 'effector'
import * as z from 'zod/mini'

const schemas = new WeakMap<object, z.ZodMiniType<object>>()

/**
 * One event of the contract with its payload's schema. An owner's file exports each under its name: its module publishes by it, everybody else
 * reads it. Objects stay open: a newer publisher may add fields, never require one.
 */
export function event<Payload extends object>(schema: z.ZodMiniType<Payload>): EventCallable<Payload> {
  const made = createEvent<Payload>()
  schemas.set(made, schema)
  return made
}

/** The payload schema of an event; undefined for what is no event of the contract. */
export const schemaOf = (unit: object): z.ZodMiniType<object> | undefined => schemas.get(unit)

/** The units of an owner's file for everybody else: effector's types refuse to call its events or to make them a target. */
export type ReadOnlyEvents<Owner> = { readonly [Name in keyof Owner]: Owner[Name] extends EventCallable<infer Payload> ? Event<Payload> : Owner[Name] }

/** Payloads of an owner's events, by the event's name. */
export type PayloadsOf<Owner> = { readonly [Name in keyof Owner as Owner[Name] extends EventCallable<infer Payload> ? Payload extends object ? Name : never : never]: Owner[Name] extends EventCallable<infer Payload> ? Payload : never }

/** Nothing to say beyond that it happened. Fields may be added later. */
export const nothing = z.object({})

/** An entity that the API client has parsed already: looked at again only for being an object. */
export const parsedEntity = <T extends object>(): z.ZodMiniType<T> => z.custom<T>((value: unknown) => typeof value === 'object' && value !== null)
