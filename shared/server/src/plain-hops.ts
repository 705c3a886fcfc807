import { flagSetting, SettingsError } from './settings.ts'

/** `CHECKIN_PLAIN_HOPS`: something else encrypts between the machines, for example a service mesh, so that services may call each other by http. */
export const plainHopsSetting = () => flagSetting(false)

/** Whether a host name or address is this very machine: nothing leaves it on the way. */
export const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/**
 * Refuses addresses of other services that would be called in clear text across a network (SEC-13): the secrets of services and renters' data are in these calls.
 * The demo is one machine.
 * @throws SettingsError with the variables to mend.
 */
export function requireTlsHops(addresses: Readonly<Record<string, string | undefined>>, { demo, plainHops }: { readonly demo: boolean; readonly plainHops: boolean }): void {
  if (demo || plainHops) return
  const plain = Object.entries(addresses).filter(([, address]) => {
    const url = address === undefined ? null : new URL(address)
    return url?.protocol === 'http:' && !isLoopback(url.hostname)
  })
  if (plain.length > 0) throw new SettingsError(new Map(plain.map(([name]) => [name, 'must be an https address in production, unless CHECKIN_PLAIN_HOPS=true says that a mesh encrypts'])))
}

/**
 * Refuses a database that would be spoken to across a network in clear text, or without seeing that it is the right one (ASVS 12.3.1): its address has to
 * say `sslmode=verify-full`. One on this machine, or by a socket, needs nothing. `variable` is where the address stands.
 * @throws SettingsError with the variable.
 */
export function requireTlsDatabase(address: string, { demo, plainHops }: { readonly demo: boolean; readonly plainHops: boolean }, variable = 'DATABASE_URL'): void {
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? hostname
  if (demo || plainHops || host === '' || host.startsWith('/') || isLoopback(host) || searchParams.get('sslmode') === 'verify-full') return
  throw new SettingsError(new Map([[variable, 'must say sslmode=verify-full in production, unless CHECKIN_PLAIN_HOPS=true says that something else encrypts']]))
}
