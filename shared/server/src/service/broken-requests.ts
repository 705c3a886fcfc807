import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from './error-body.ts'

interface Refusal {
  readonly status: number
  readonly code: string
  readonly title: string
}

/** What a request that did not come whole is answered. */
export const requestTimeout: Refusal = { status: 408, code: 'RequestTimeout', title: 'The request did not come in time' }

/** What the parser says about bytes that are no request. */
function refusalOf(error: unknown): Refusal {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, code: 'InvalidRequest', title: 'The headers are too large' }
  return { status: 400, code: 'InvalidRequest', title: 'This is no HTTP request' }
}

/** Answers with the one error body on a connection whose request never reached a handler, and closes it. */
export function closeWith(socket: Socket, refusal: Refusal): void {
  if (socket.destroyed) return
  if (socket.writable) {
    const { status, code, title } = refusal
    const body = JSON.stringify({ data: null, status, title, code, requestId: randomUUID() } satisfies ErrorBody)
    socket.write([
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, 'Content-Type: application/json; charset=utf-8', 'Cache-Control: no-store',
      `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body,
    ].join('\r\n'))
  }
  socket.destroy()
}

/** Takes over from the server's own handler of connections that sent no whole request. */
export function refuseBroken(error: unknown, socket: Socket): void {
  if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') closeWith(socket, refusalOf(error))
}
