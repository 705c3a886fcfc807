import { ServiceError } from '@checkin/server'
import type { Actor } from '../../access/actor.ts'
import { areTwoPersons, Identity, personAlone } from '../../access/identity.ts'

/** Who proposed a kept change. Changes of before knew only the label. */
export const proposerOf = ({ proposer, proposer_identity: identity }: { readonly proposer: string; readonly proposer_identity: unknown }): Identity =>
  (identity === null ? personAlone(proposer) : Identity.parse(identity))

/** Refuses whoever is not a second person beside all of `others`. Throws 403 SamePerson. */
export function requireSecondPerson({ identity }: Pick<Actor, 'identity'>, others: readonly Identity[]): void {
  if (others.every((other) => areTwoPersons(identity, other))) return
  throw new ServiceError(403, 'SamePerson', 'Somebody else has to approve: neither the proposer, nor the person it is for, nor who made or approved the token of one of them')
}
