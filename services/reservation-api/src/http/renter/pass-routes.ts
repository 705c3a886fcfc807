import { changedPassesPath, latestPassPath, passDevicePath } from '@checkin/api/ticket'
import { clientAddress, ServiceError } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { DevicePass, PassDevices } from '../../checkin/ticket/wallet/pass-devices.ts'

interface About { Params: { passType: string; serial: string } }
interface OfDevice { Params: About['Params'] & { device: string } }
interface Changed { Params: { device: string; passType: string }; Querystring: { passesUpdatedSince?: unknown } }

const bodyLimit = 16 * 1024
/** A device reports each failure, for as long as it fails: one line a minute says that there are some. */
const reportMs = 60_000
const Device = z.string().regex(/^[\w.-]{1,100}$/)
/** Goes into an address of the push service. */
const Registration = z.object({ pushToken: z.string().regex(/^[0-9a-fA-F]{16,200}$/) })
const Reports = z.object({ logs: z.array(z.string()).max(100) })

const invalid = () => new ServiceError(400, 'InvalidRequest', 'The call is not one of a wallet')

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data } = schema.safeParse(value)
  if (data === undefined) throw invalid()
  return data
}
function bodyOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '')
  } catch {
    throw invalid()
  }
}

const aboutOf = ({ tenant, params: { passType, serial }, headers: { authorization } }: FastifyRequest<About>): DevicePass => ({ tenant, passTypeId: passType, serial, authorization })
/** Null for none and for what is no date. */
const dateOf = (text: string | undefined): Date | null => (text !== undefined && Number.isFinite(Date.parse(text)) ? new Date(text) : null)

/**
 * API-90, API-96 and API-97 as Apple's devices call them (Wallet's web service for updating passes, DEC-280): no page makes these calls, no session is opened, and what a call
 * may do follows from the token of the pass alone.
 */
export function passRoutes(scope: FastifyInstance, passes: PassDevices, { proxySecret }: { readonly proxySecret: string }): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, parsed) => { parsed(null, body) })
  scope.addHook('onSend', async (_request, reply) => { void reply.header('cache-control', 'no-store') })

  scope.post<OfDevice>(passDevicePath, async (request, reply) => {
    const [device, { pushToken }] = [read(Device, request.params.device), read(Registration, bodyOf(request))]
    return reply.code(await passes.register(aboutOf(request), device, pushToken) === 'made' ? 201 : 200).send()
  })
  scope.delete<OfDevice>(passDevicePath, async (request, reply) => {
    await passes.unregister(aboutOf(request), read(Device, request.params.device))
    return reply.code(200).send()
  })
  scope.get<Changed>(changedPassesPath, async (request, reply) => {
    const { tenant, params, query: { passesUpdatedSince: tag } } = request
    const since = typeof tag === 'string' && /^\d{1,12}$/.test(tag) ? Number(tag) : null
    const changed = await passes.changed({ tenant, passTypeId: params.passType, device: read(Device, params.device), since, address: clientAddress(request, proxySecret) })
    return changed ?? reply.code(204).send()
  })
  scope.get<About>(latestPassPath, async (request, reply) => {
    const { file, changedAt } = await passes.latest(aboutOf(request), dateOf(request.headers['if-modified-since']))
    void reply.headers({ 'last-modified': changedAt.toUTCString(), 'x-content-type-options': 'nosniff' })
    return file ? reply.type('application/vnd.apple.pkpass').send(file) : reply.code(304).send()
  })

  const reportedAt = new Map<string, number>()
  scope.post('/v1/log', async (request, reply) => {
    const { logs } = read(Reports, bodyOf(request))
    const { tenant: { host } } = request
    // What a device writes is of people's phones: that there is something is enough.
    if (Date.now() - (reportedAt.get(host) ?? 0) >= reportMs) {
      reportedAt.set(host, Date.now())
      request.log.warn({ tenant: host, messages: logs.length }, 'devices report failures with passes')
    }
    return reply.code(200).send()
  })
}
