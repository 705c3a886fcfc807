import type { ServeHooks } from '@checkin/http/serve'
import { ServiceError } from '@checkin/server'

interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
}

/** Refuses a request with the places that do not fit. What was sent is not repeated: it may be personal. */
export const invalidRequest = (issues: readonly Issue[]): ServiceError =>
  new ServiceError(400, 'InvalidRequest', 'The request does not fit the contract', {
    data: { issues: issues.slice(0, 20).map(({ code, path }) => ({ path: path.map(String).join('.'), code })) },
  })

/** How every API of this service refuses. */
export const refusals: Pick<ServeHooks<object>, 'refuse' | 'invalid'> = {
  refuse: (status, code, title) => new ServiceError(status, code, title),
  invalid: (_part, issues) => invalidRequest(issues),
}
