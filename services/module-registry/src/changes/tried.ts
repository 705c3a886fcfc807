import { ServiceError } from '@checkin/server'

/** What came of something for one of many tenants: a value, or why it was refused. */
export type Tried<Value> = { readonly value: Value } | { readonly refusal: ServiceError }

/** Keeps a refusal for whoever comes to this tenant; every other error is thrown at once. */
export function refusalOrThrow(error: unknown): { readonly refusal: ServiceError } {
  if (error instanceof ServiceError) return { refusal: error }
  throw error
}

/** Does something that may be refused. */
export function tried<Value>(work: () => Value): Tried<Value> {
  try {
    return { value: work() }
  } catch (error) {
    return refusalOrThrow(error)
  }
}

/** The value, or throws why it was refused. */
export function valueOf<Value>(outcome: Tried<Value>): Value {
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.value
}

/** The values of those that were not refused. */
export const valuesOf = <Value>(outcomes: readonly Tried<Value>[]): Value[] => outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []))
