import { addPasskey, addReports, askForPasskey, beginPasskey, checkConsoleSession, confirmByPasskey, getConsoleSession, getSnapshot, openConsoleSession, publishModule, rotateToken } from '@checkin/registry'
import { endpoints } from '@checkin/registry/endpoints'

/** Calls of machines, and those by which this server opens, confirms and renews a session: never a person's at the console. */
const closed = new Set<string>([addReports, getSnapshot, publishModule, rotateToken, openConsoleSession, getConsoleSession, checkConsoleSession, beginPasskey, addPasskey, askForPasskey, confirmByPasskey].map(({ name }) => name))

const open = endpoints.filter(({ name }) => !closed.has(name)).map(({ method, path }) => ({ method, parts: path.split('/') }))

/** The segments of a path, each decoded once; null where one is no name: empty, a dot segment, or with a slash of its own. */
function segmentsOf(path: string): readonly string[] | null {
  try {
    const segments = path.split('/').map((segment) => decodeURIComponent(segment))
    return segments.slice(1).every((segment) => !/^\.{0,2}$|[/\\\0]/.test(segment)) ? segments : null
  } catch {
    return null
  }
}

/**
 * The registry's path of a call that the console passes on, written anew from what was understood; null for anything but the calls that people make (SEC-17). So no
 * spelling of a path, encoded however often, leads elsewhere.
 */
export function registryPath(method: string, path: string): string | null {
  const segments = segmentsOf(path)
  if (!segments) return null
  const isKnown = open.some((call) => call.method === method && call.parts.length === segments.length && call.parts.every((part, at) => part.startsWith(':') || part === segments[at]))
  return isKnown ? segments.map((segment) => encodeURIComponent(segment)).join('/') : null
}
