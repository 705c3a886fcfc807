import { getModuleStatus, listModuleStatus } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Registry } from '../registry.ts'
import { modulePage, modulesPage, unknownModulePage, statusPageHeaders } from './public-status-page.ts'
import { publicStatus } from './public-status.ts'

/** Seconds for which a proxy or a browser may answer for the registry: so late at most is a withdrawn version told. */
const maxAge = { 'cache-control': 'public, max-age=30' }

/** The state of every published version for everybody, without a token: as data below `/registry/v1/status` and as pages below `/status` (DEC-336). */
export function publicStatusRoutes({ serve, database }: Registry, app: FastifyInstance): void {
  const status = publicStatus(database)

  serve(listModuleStatus, async ({ reply }) => {
    void reply.headers(maxAge)
    return { modules: [...(await status()).values()].map(({ name, newest }) => ({ name, newest })) }
  })

  serve(getModuleStatus, async ({ params: { name }, reply }) => {
    const found = (await status()).get(name)
    if (!found) throw new ServiceError(404, 'UnknownModule', `No version of ${name} is published`)
    void reply.headers(maxAge)
    return found
  })

  const send = (reply: FastifyReply, html: string) => reply.headers({ ...statusPageHeaders, ...maxAge }).send(html)
  app.get('/status', async (_request, reply) => send(reply, modulesPage([...(await status()).values()])))
  app.get<{ Params: { name: string } }>('/status/:name', async ({ params: { name } }, reply) => {
    const found = (await status()).get(name)
    return found ? send(reply, modulePage(found)) : send(reply.code(404), unknownModulePage())
  })
}
