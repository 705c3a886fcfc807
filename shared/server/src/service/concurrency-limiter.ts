import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../http/addresses.ts'

/** Lets each of many have so many things of a kind under way at a time. */
export class ConcurrencyLimiter {
  readonly #most: number
  readonly #open = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Takes a place for `name`; answers what releases it, which works once, or null when all its places are taken. */
  acquire(name: string): (() => void) | null {
    const open = this.#open.get(name) ?? 0
    if (open >= this.#most) return null
    this.#open.set(name, open + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const left = (this.#open.get(name) ?? 1) - 1
      if (left > 0) this.#open.set(name, left)
      else this.#open.delete(name)
    }
  }
}

/**
 * Closes further connections of a network (/24, /56) that has as many without a request as it may. Only for a server that its clients
 * reach themselves: behind a proxy all connections are the proxy's.
 */
export function limitConnections(server: Server, mostPerNetwork: number): void {
  const limiter = new ConcurrencyLimiter(mostPerNetwork)
  // By its other end: a request that came by TLS names the encrypted socket and not the one that was counted.
  const releases = new Map<string, () => void>()
  const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
  server.on('connection', (socket: Socket) => {
    const release = limiter.acquire(networkOf(socket.remoteAddress ?? ''))
    if (!release) {
      socket.destroy()
      return
    }
    const end = endOf(socket)
    releases.set(end, release)
    socket.once('close', () => {
      release()
      if (releases.get(end) === release) releases.delete(end)
    })
  })
  server.on('request', ({ socket }: IncomingMessage) => { releases.get(endOf(socket))?.() })
}
