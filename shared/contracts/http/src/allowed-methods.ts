import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from './endpoint.ts'

type Method = Endpoint['method'] | 'HEAD'

/** What one server answers at one path. */
interface PathMethods {
  readonly pattern: RegExp
  readonly methods: Set<Method>
}
type ServedPaths = Map<string, PathMethods>

/** By server, because several scopes of one server serve parts of the same paths. */
const served = new WeakMap<object, ServedPaths>()
const watched = new WeakSet<FastifyInstance>()

const pathsOf = ({ server }: { readonly server: object }): ServedPaths => {
  const paths = served.get(server) ?? new Map<string, PathMethods>()
  served.set(server, paths)
  return paths
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&'))).join('/')}$`)

/** Records that `app` serves a call, so that its path is known under other methods too. */
function recordMethod(app: FastifyInstance, { method, path }: Pick<Endpoint, 'method' | 'path'>): void {
  const full = `${app.prefix}${path}`
  const paths = pathsOf(app)
  const known = paths.get(full) ?? { pattern: patternOf(full), methods: new Set<Method>() }
  known.methods.add(method)
  // Fastify answers it wherever there is a GET.
  if (method === 'GET') known.methods.add('HEAD')
  paths.set(full, known)
}

/** The methods that a request's path is served with, sorted; none for an unknown path. */
function allowedMethods({ server, url }: FastifyRequest): readonly Method[] {
  const [path = ''] = url.split('?')
  const found = [...pathsOf(server).values()].filter(({ pattern }) => pattern.test(path))
  return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort()
}

/**
 * Answers a method that a known path does not have with 405 `MethodNotAllowed` and `Allow` (RFC 9110, section 15.5.6), as the service refuses;
 * an unknown path stays the service's own 404. Asked after the hooks of `app` that came before, so that whom the service serves at all is theirs to say.
 */
export function refuseOtherMethods(app: FastifyInstance, endpoint: Pick<Endpoint, 'method' | 'path'>, refuse: (status: number, code: string, title: string) => Error): void {
  recordMethod(app, endpoint)
  if (watched.has(app)) return
  watched.add(app)
  app.addHook('onRequest', async (request, reply) => {
    const methods = request.is404 ? allowedMethods(request) : []
    if (methods.length === 0) return
    void reply.header('allow', methods.join(', '))
    throw refuse(405, 'MethodNotAllowed', `This call is made with ${methods.join(' or ')}`)
  })
}
