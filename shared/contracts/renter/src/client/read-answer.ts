import { parseJson, retryAfterOf } from '@checkin/http'
import { safeParse } from 'zod/mini'
import type { Endpoint } from '../contract/endpoint.ts'
import { httpFailure, invalidData, isErrorStatus, success, type ApiFailure, type Success } from '../failures/api-failure.ts'
import { isErrorCode } from '../failures/error-codes.ts'

type Fields = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

function refused(status: number, headers: Headers, body: unknown): ApiFailure {
  const { title, data, code, requestId } = (typeof body === 'object' && body !== null ? body : {}) as Fields
  return httpFailure(status, {
    title: textOf(title),
    data: data ?? null,
    code: isErrorCode(code) ? code : null,
    codeText: textOf(code),
    requestId: textOf(requestId) || headers.get('x-request-id'),
    retryAfter: retryAfterOf(headers),
  })
}

const redirected = 302

/** Reads an answer to its end and brings it to the one form of SHELL-57; whatever is not a success of the contract is a failure. */
export async function readAnswer(endpoint: Endpoint, response: Response): Promise<Success<unknown> | ApiFailure> {
  const { headers } = response
  // A redirect that is not followed shows neither its status nor its target to a script.
  const status = response.type === 'opaqueredirect' ? redirected : response.status
  if (isErrorStatus(status)) return refused(status, headers, parseJson(await response.text()))
  const requestId = headers.get('x-request-id')
  if (endpoint.answer === 'pdf') {
    const isPdf = headers.get('content-type')?.startsWith('application/pdf') ?? false
    return isPdf ? success(await response.blob(), status) : invalidData(status, requestId, ['content-type'])
  }
  const parsed = safeParse(endpoint.answer, parseJson(await response.text()))
  return parsed.success ? success(parsed.data, status) : invalidData(status, requestId, parsed.error.issues.map((issue) => issue.path.join('.')))
}
