import type { DeclaredError, Endpoint } from './endpoint.ts'

const always: readonly DeclaredError[] = [
  { status: 400, code: 'IdentifierMismatch' },
  { status: 421, code: 'UnknownTenant' },
  { status: 500, code: 'Internal' },
  { status: 501, code: 'NotImplemented' },
  { status: 503, code: 'Unavailable' },
  { status: 503, code: 'DatabaseUnavailable' },
]
/** A write that broke off half way: it may have taken place (DEC-48). */
const ofWrites: readonly DeclaredError[] = [{ status: 403, code: 'ForeignOrigin' }, { status: 504, code: 'OutcomeUnknown' }]
const ofBodies: readonly DeclaredError[] = [{ status: 400, code: 'MalformedJson' }, { status: 413, code: 'TooLarge' }]

/** Every refusal that a call may answer with: those that it declares, and those that its access and its input bring along. */
export function errorsOf({ errors, access, method, params, query, body }: Endpoint): readonly DeclaredError[] {
  return [
    ...errors,
    ...(access === 'open' ? [] : [{ status: 401, code: 'Unauthorized' } as const]),
    ...(access === 'verified' ? [{ status: 403, code: 'CodeRequired' } as const] : []),
    ...(method === 'GET' ? [] : ofWrites),
    ...(params ?? query ?? body ? [{ status: 400, code: 'InvalidRequest' } as const] : []),
    ...(body ? ofBodies : []),
    ...always,
  ]
}
