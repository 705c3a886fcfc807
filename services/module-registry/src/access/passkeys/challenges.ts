import { type Database, ServiceError } from '@checkin/server'
import type { Tables } from '../../storage/tables.ts'
import { challengeMinutes } from './authenticator.ts'

type Purpose = 'register' | 'confirm'

/** Keeps what an authenticator has to sign for a session; another one before it counts no more. */
export async function keepChallenge({ kysely }: Database<Tables>, session: string, purpose: Purpose, challenge: string, now: Date): Promise<void> {
  await kysely.updateTable('console_session').set({ challenge, challenge_for: purpose, challenge_until: new Date(now.getTime() + challengeMinutes * 60_000) }).where('id', '=', session).execute()
}

/**
 * Takes a session's challenge away, whatever comes of it: in a transaction of its own, so that what fails afterwards does not bring it back.
 * Throws 409 ChallengeOver where none waits for this purpose.
 */
export async function takeChallenge({ withTx }: Database<Tables>, session: string, purpose: Purpose, now: Date): Promise<string> {
  const taken = await withTx(async (tx) => {
    const row = await tx.selectFrom('console_session').select(['challenge', 'challenge_for', 'challenge_until']).where('id', '=', session).forUpdate().executeTakeFirstOrThrow()
    await tx.updateTable('console_session').set({ challenge: null, challenge_for: null, challenge_until: null }).where('id', '=', session).execute()
    return row
  })
  if (taken.challenge === null || taken.challenge_for !== purpose || taken.challenge_until === null || taken.challenge_until <= now) {
    throw new ServiceError(409, 'ChallengeOver', 'That took too long, or was answered already; try again')
  }
  return taken.challenge
}
