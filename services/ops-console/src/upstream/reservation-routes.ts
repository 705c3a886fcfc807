import { createClient, HttpError } from '@checkin/http/client'
import { serveWith } from '@checkin/http/serve'
import { internalContract, type InternalAccess } from '@checkin/internal'
import { currentSecret, ServiceError, serviceFetch } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import type { ConsoleSessions, Session } from '../session/console-sessions.ts'
import { accountCalls } from './account-calls.ts'
import { attentionCalls } from './attention-calls.ts'
import { fleetTokenCalls } from './fleet-token-calls.ts'
import { moneyCalls } from './money-calls.ts'
import { settingsCalls } from './settings-calls.ts'
import { termsCalls } from './terms-calls.ts'
import { textCalls } from './text-calls.ts'
import { supportCalls, supportRoles } from './support-calls.ts'

export interface ReservationRoutesOptions {
  readonly address: string
  readonly adminToken: string
  readonly sessions: ConsoleSessions
}

/** What approvers may do beside looking. */
const approversCalls: readonly string[] = [internalContract.decideMoneyOrder.name, internalContract.changeAttention.name, internalContract.decideSettingsDraft.name, internalContract.decideTermsDraft.name]

/** What everybody may do: it changes nothing, and only has a body. */
const readingCalls: readonly string[] = [internalContract.previewMail.name, internalContract.previewTerms.name]

/** Throws a refusal of the reservation service on, as this server refuses. */
function refuse(error: unknown): never {
  if (!(error instanceof HttpError)) throw new ServiceError(503, 'ReservationsAway', 'The reservation service does not answer')
  throw error.status < 400 ? error : new ServiceError(error.status, error.code, error.title, { data: error.data })
}

/**
 * `/api/internal/v1/*`: the calls of the reservation API for operators. Its admin token opens everything, so role and tenants of the session
 * are checked here, and who acts is passed on for the record of changes.
 */
export function reservationRoutes(app: FastifyInstance, { address, adminToken, sessions }: ReservationRoutesOptions): void {
  const client = createClient({ baseUrl: address, token: currentSecret(adminToken), fetch: serviceFetch })
  const asActor = ({ label }: Session) => ({ headers: { 'x-checkin-actor': encodeURIComponent(label) } })
  const within = ({ hosts }: Session) => ({ host }: { readonly host: string }): boolean => hosts === null || hosts.includes(host)
  const serve = serveWith<{ readonly session: Session }, InternalAccess>(app, {
    authorise: async ({ name, method }, request) => {
      const session = await sessions.find(request)
      const helpers = supportRoles[name]
      if (helpers && !helpers.includes(session.role)) throw new ServiceError(403, 'Forbidden', `This needs the role ${helpers.join(' or ')}`)
      if (helpers) return { session }
      const isDecision = session.role === 'approver' && approversCalls.includes(name)
      if (method !== 'GET' && session.role !== 'operator' && !isDecision && !readingCalls.includes(name)) throw new ServiceError(403, 'Forbidden', 'Only an operator changes a tenant, orders money or takes on work')
      return { session }
    },
    refuse: (status, code, title) => new ServiceError(status, code, title),
    invalid: (part) => new ServiceError(400, 'InvalidRequest', `The ${part} cannot be used`),
  })

  const tenantsOf = async (session: Session) => {
    const { tenants, unreadable } = await client.call(internalContract.listTenants, undefined, asActor(session)).catch(refuse)
    return { tenants: tenants.filter(within(session)), unreadable: unreadable.filter(within(session)) }
  }
  const summariesOf = async (session: Session) => {
    const { tenants } = await client.call(internalContract.listTenantSummaries, undefined, asActor(session)).catch(refuse)
    return { tenants: tenants.filter(within(session)) }
  }
  const requireReach = async (session: Session, id: string): Promise<void> => {
    const { tenants } = await summariesOf(session)
    if (!tenants.some((tenant) => tenant.id === id)) throw new ServiceError(404, 'UnknownTenant', 'There is no such tenant')
  }
  /** Whoever says that there was none (If-Match "0") makes a tenant; the reservation service refuses an id or a host that is taken. Any other has to be within reach. */
  const requireOwnOrNew = (session: Session, id: string, ifMatch: number | null): Promise<void> => (ifMatch === 0 ? Promise.resolve() : requireReach(session, id))
  serve(internalContract.listTenants, ({ session }) => tenantsOf(session))
  serve(internalContract.listTenantSummaries, ({ session }) => summariesOf(session))
  serve(internalContract.getTenant, async ({ session, params: { id } }) => {
    await requireReach(session, id)
    return client.call(internalContract.getTenant, { params: { id } }, asActor(session)).catch(refuse)
  })
  serve(internalContract.putTenant, async ({ session, params: { id }, body, ifMatch }) => {
    if (!within(session)(body)) throw new ServiceError(403, 'Forbidden', 'This token does not reach that tenant')
    await requireOwnOrNew(session, id, ifMatch)
    return client.call(internalContract.putTenant, { params: { id }, body }, { ...asActor(session), ...(ifMatch !== null && { ifMatch }) }).catch(refuse)
  })

  moneyCalls({ serve, client, requireReach, within, refuse })
  accountCalls({ serve, client, requireReach, refuse })
  attentionCalls({ serve, client, requireReach, refuse })
  settingsCalls({ serve, client, requireReach, refuse })
  termsCalls({ serve, client, requireReach, refuse })
  textCalls({ serve, client, requireReach, refuse })
  supportCalls({ serve, client, requireReach, refuse })
  fleetTokenCalls({ serve, client, requireReach, asActor, refuse })

  const rowsOf = async <Row extends { readonly host: string }>(session: Session, answer: Promise<{ readonly rows: Row[] }>) => {
    const { rows } = await answer.catch(refuse)
    return { rows: rows.filter(within(session)) }
  }
  const { countCheckIns, countOfferAnswers, listAttention, listTenantChanges } = internalContract
  serve(countCheckIns, ({ session }) => rowsOf(session, client.call(countCheckIns, undefined, asActor(session))))
  serve(countOfferAnswers, ({ session }) => rowsOf(session, client.call(countOfferAnswers, undefined, asActor(session))))
  serve(listAttention, ({ session }) => rowsOf(session, client.call(listAttention, undefined, asActor(session))))
  serve(listTenantChanges, ({ session }) => rowsOf(session, client.call(listTenantChanges, undefined, asActor(session))))
}
