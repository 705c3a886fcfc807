import type { PasskeyDue } from '@checkin/registry'
import type { Queries } from '../../storage/ledger.ts'

/** Whether who signs in at the console with a token is asked for a passkey (DEC-300). `optional` asks those who have one. */
export const secondFactors = ['off', 'optional', 'required'] as const

/** The second factor of the console, and where it is given. */
export interface SecondFactor {
  readonly mode: (typeof secondFactors)[number]
  /** Where the console's pages are, `https://ops.example.com`: a passkey used on any other page counts for nothing. Its host name is what passkeys are bound to (RP id). */
  readonly origin: string
}

/** What passkeys are bound to: the console's host name. */
export const relyingParty = ({ origin }: Pick<SecondFactor, 'origin'>): string => new URL(origin).hostname

/** A person's passkeys that count. */
export const livePasskeys = (queries: Queries, person: string) => queries.selectFrom('operator_passkey').selectAll().where('person', '=', person).where('revoked_at', 'is', null)

/** What is known of a person's passkeys. */
async function passkeysSoFar(queries: Queries, person: string, now: Date) {
  const mine = queries.selectFrom('operator_passkey').select('id').where('person', '=', person)
  const reset = queries.selectFrom('operator_passkey_reset').select('person').where('person', '=', person).where('until', '>', now)
  const [known, live, mayAnew] = await Promise.all([mine.limit(1).executeTakeFirst(), mine.where('revoked_at', 'is', null).limit(1).executeTakeFirst(), reset.executeTakeFirst()])
  return { hasPasskey: live !== undefined, mayBegin: live === undefined && (known === undefined || mayAnew !== undefined) }
}

/**
 * Whether somebody may register a passkey with a token alone: who never had one, and who lost all and was given a reset. Revoking passkeys is no way to it: else
 * a stolen token would be enough again (DEC-301).
 */
export const mayBegin = async (queries: Queries, person: string, now: Date): Promise<boolean> => (await passkeysSoFar(queries, person, now)).mayBegin

/** What a person who signed in with a token has to do before anything else; null for nothing. */
export async function passkeyDue(queries: Queries, { mode }: Pick<SecondFactor, 'mode'>, person: string, now: Date): Promise<PasskeyDue> {
  if (mode === 'off') return null
  const { hasPasskey, mayBegin: isFirst } = await passkeysSoFar(queries, person, now)
  if (hasPasskey) return 'confirm'
  if (!isFirst) return 'reset'
  return mode === 'required' ? 'register' : null
}
