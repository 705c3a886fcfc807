import { createServer } from 'node:net'

/** The addresses of one installation, all from `CHECKIN_PORT` (docs/operations.md). */
export type Ports = Readonly<ReturnType<typeof portsFrom>>

export const portsFrom = (base: number) => ({
  site: base, ops: base + 1, sandboxes: base + 2, mailbox: base + 3, api: base + 4, registry: base + 5, siteMetrics: base + 6, opsMetrics: base + 7, sandboxMetrics: base + 8, smtp: base + 25,
})

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => { resolve(false) })
    probe.listen(port, '127.0.0.1', () => { probe.close(() => { resolve(true) }) })
  })

/** Another program holds a port; the message says which and what to do. */
export class PortInUseError extends Error {}

/** Throws before anything starts when another program holds one of the ports: two half installations would answer for each other. */
export async function expectFree(ports: Ports): Promise<void> {
  const taken = (await Promise.all(Object.values(ports).map(async (port) => ((await isFree(port)) ? [] : [port])))).flat()
  if (taken.length > 0) throw new PortInUseError(`Port ${taken.join(', ')} is in use on this machine. Stop what uses it, or set CHECKIN_PORT to another base, for example CHECKIN_PORT=${ports.site + 100}.`)
}
