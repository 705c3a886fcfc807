import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../http/index.ts'
import { Shares } from './shares.ts'

/**
 * Closes further connections of a network (/24, /56) that has as many without a request as it may. Only for a server that its clients
 * reach themselves: behind a proxy all connections are the proxy's.
 */
export function limitConnections(server: Server, mostPerNetwork: number): void {
  const open = new Shares(mostPerNetwork)
  const release = new WeakMap<Socket, () => void>()
  server.on('connection', (socket: Socket) => {
    const given = open.take(networkOf(socket.remoteAddress ?? ''))
    if (!given) {
      socket.destroy()
      return
    }
    release.set(socket, given)
    socket.once('close', given)
  })
  server.on('request', ({ socket }: IncomingMessage) => { release.get(socket)?.() })
}
