/**
 * Why the database did nothing: `away` it cannot be reached, ended the connection or takes no writes (a failover, a restart, no connection
 * left); `busy` too many wait for a connection of this process; `conflict` transactions spoke against each other until we gave up.
 */
export type TroubleKind = 'away' | 'busy' | 'conflict'

/** The database could not do what was asked. Nothing of the transaction that met it took place. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly kind: TroubleKind
  /** SQLSTATE or code of the system's error, as far as there was one; for logs. */
  readonly code: string | null
  /** False when the statement surely never left this process. */
  readonly mayHaveArrived: boolean
  /** Met by what began the transaction: nothing of it took place before. */
  readonly wasFirst: boolean

  constructor(kind: TroubleKind, cause?: unknown, wasFirst = false) {
    super({ away: 'The database cannot be reached', busy: 'Too many wait for the database', conflict: 'Transactions kept speaking against each other' }[kind], { cause })
    this.kind = kind
    this.code = codeOf(cause)
    this.wasFirst = wasFirst
    this.mayHaveArrived = cause !== undefined && !(cause instanceof Error && neverSent.test(cause.message))
  }
}

/** The connection broke while a transaction was being committed: it may have taken place, and only looking says so. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'

  constructor(cause: unknown) {
    super('Whether the transaction took place is not known', { cause })
  }
}

/**
 * Whether a transaction that ended with this error surely left nothing behind. Only then may what belongs to it outside of the database, the
 * bytes of a picture for example, be taken away again.
 */
export const leftNothing = (error: unknown): boolean => !(error instanceof OutcomeUnknown)

/** The driver knew before that the connection is gone. */
const neverSent = /is not queryable$/

/** SQLSTATEs beside classes 08 (connection) and 53 (no memory, disk or connection left). */
const awayStates = new Set([
  '57P01', '57P02', '57P03', // the server is told to stop, has crashed, or is starting
  '57P05', '25P03', // it ended a connection that was idle for too long
  '25006', // it takes no writes: what we reach is no longer, or not yet, the primary
])
const awaySystemCodes = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT',
])
/** What the driver says of connections in messages only. */
const awayMessages = /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|timeout (exceeded when trying to connect|expired)|Query read timeout|Cannot use a pool after calling end)/

/** Serialisation failure and deadlock: the database asks for the whole transaction once more. */
const conflictStates = new Set(['40001', '40P01'])

const codeOf = (error: unknown): string | null =>
  (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null)

/**
 * What an error of the driver says about the database itself; null when the database is well and merely refused the statement. The one
 * place where errors of PostgreSQL and of the network are told apart; only for what came from a connection to the database.
 */
export function troubleOf(error: unknown): TroubleKind | null {
  const code = codeOf(error)
  if (code !== null && conflictStates.has(code)) return 'conflict'
  if (code !== null && (/^(08|53)[0-9A-Z]{3}$/.test(code) || awayStates.has(code) || awaySystemCodes.has(code))) return 'away'
  return error instanceof Error && awayMessages.test(error.message) ? 'away' : null
}
