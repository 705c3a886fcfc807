import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttp2, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { createServer as createNet, type AddressInfo, type Socket } from 'node:net'

/** What answers a call of HTTP/2. */
export type StreamListener = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void

/** Serves HTTP/1.1 and HTTP/2 in clear on one port of loopback: who speaks HTTP/2 says so with the first bytes (RFC 9113, 3.4). Rejects where the port is taken. */
export async function serveBothProtocols(answer: RequestListener, answerStream: StreamListener, port: number): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const [plain, second] = [createHttp(answer), createHttp2()]
  second.on('stream', answerStream)
  second.on('sessionError', () => undefined)
  const sockets = new Set<Socket>()
  const server = createNet((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => { socket.destroy() })
    socket.once('readable', () => {
      const head = socket.read() as Buffer | null
      if (head === null) return
      socket.unshift(head)
      ;(head.subarray(0, 3).toString('latin1') === 'PRI' ? second : plain).emit('connection', socket)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise((resolve) => { server.close(resolve) })
      // Some connections are kept open on purpose, as a provider that never answers keeps them.
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
