/** The answer to a call that was refused or did not come. */
export class CallError extends Error {
  readonly status: number
  /** Code of the service, for example `RevisionChanged`. */
  readonly code: string
  readonly data: unknown

  constructor(status: number, code: string, message: string, data: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: object
  /** The tenant's revision that the operator saw. */
  readonly ifMatch?: number
}

/** A call of the console's own server. Throws a CallError for every status above 204. */
export async function call<Answer>(path: string, { method = 'GET', body, ifMatch }: CallOptions = {}): Promise<Answer> {
  const answer = await fetch(`/api${path}`, {
    method, credentials: 'same-origin',
    headers: { 'x-checkin-console': '1', ...(body && { 'content-type': 'application/json' }), ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => { throw new CallError(0, 'NoAnswer', 'The console does not answer. Renters are not affected.', null) })
  if (answer.status === 204) return undefined as Answer
  const json = await answer.json().catch(() => null) as unknown
  if (answer.ok) return json as Answer
  const { title = answer.statusText, code = 'Unknown', data = null } = (json ?? {}) as { title?: string; code?: string; data?: unknown }
  throw new CallError(answer.status, code, title, data)
}
