import { ServiceError } from '@checkin/server'

interface Issue {
  readonly code: string
  readonly path: readonly PropertyKey[]
}

/** Refuses a request with the places that do not fit. What was sent is not repeated: it may be personal. */
export const invalidRequest = (error: { readonly issues: readonly Issue[] }): ServiceError =>
  new ServiceError(400, 'InvalidRequest', 'The request does not fit the contract', {
    data: { issues: error.issues.slice(0, 20).map(({ code, path }) => ({ path: path.map(String).join('.'), code })) },
  })
