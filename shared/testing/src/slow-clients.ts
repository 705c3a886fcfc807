import { connect, type Socket } from 'node:net'

/** Where a half-sent request stops: within its headers, within a body of a declared length, or within chunks that never end. */
export type HalfSent = 'headers' | 'body' | 'chunks'

export interface SlowClientOptions {
  readonly port: number
  readonly halfSent: HalfSent
  readonly path: string
  readonly host?: string
  /** The client's own address; any of 127.0.0.0/8 on Linux. */
  readonly from?: string
  /** Milliseconds between two further bytes; a second by default. */
  readonly dripMs?: number
}

/** A client that keeps a connection busy and completes nothing. */
export interface SlowClient {
  /** True while the first part of the request is with the server. */
  readonly isOpen: () => boolean
  /** True once the server has closed the connection. */
  readonly isClosed: () => boolean
  /** What the server answered so far. */
  readonly heard: () => string
  readonly stop: () => void
}

const begun = (halfSent: HalfSent, path: string, host: string): string => {
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\n`
  if (halfSent === 'headers') return `${head}X-Slow: `
  return halfSent === 'body' ? `${head}Content-Length: 500\r\n\r\n{` : `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`
}

/** Opens a connection, sends the first part of a request and then a byte at a time. */
export function slowClient({ port, halfSent, path, host = 'costaverde.localhost', from, dripMs = 1000 }: SlowClientOptions): SlowClient {
  let heard = ''
  let [isOpen, isClosed] = [false, false]
  const socket: Socket = connect({ port, host: '127.0.0.1', ...(from !== undefined && { localAddress: from }) })
  const drip = setInterval(() => { if (socket.writable) socket.write(halfSent === 'chunks' ? '1\r\n \r\n' : ' ') }, dripMs)
  const end = (): void => {
    [isOpen, isClosed] = [false, true]
    clearInterval(drip)
  }
  socket.on('connect', () => { socket.write(begun(halfSent, path, host), () => { isOpen = !isClosed }) })
  socket.on('data', (part: Buffer) => { heard += part.toString() })
  // A server that ends the connection is what these clients wait for; how it does so does not matter.
  socket.on('error', () => { socket.destroy() })
  socket.on('end', () => { socket.destroy() })
  socket.on('close', end)
  return { isOpen: () => isOpen, isClosed: () => isClosed, heard: () => heard, stop: () => { end(); socket.destroy() } }
}

/** A connection on which a test writes by hand. */
export interface HandWritten {
  readonly write: (text: string) => void
  readonly heard: () => string
  readonly stop: () => void
}

/** Opens a connection to write requests, or parts of them, as they are. */
export function byHand(port: number): HandWritten {
  let heard = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (part: Buffer) => { heard += part.toString() })
  socket.on('error', () => { socket.destroy() })
  return { write: (text) => { socket.write(text) }, heard: () => heard, stop: () => { socket.destroy() } }
}

/** The first lines of a request with a JSON body that is still to come. */
export const headOf = (method: string, path: string, host: string, ...headers: readonly string[]): string =>
  [`${method} ${path} HTTP/1.1`, `Host: ${host}`, `Origin: http://${host}`, 'Content-Type: application/json', ...headers, '', ''].join('\r\n')
