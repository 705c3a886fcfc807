import * as z from 'zod'

/** Who acts, for the rule of two persons (decision 0114). Names are lower-case. */
export const Identity = z.object({
  /** Names of the person: whom the token is for, and the identity provider's subject. */
  persons: z.array(z.string()),
  /** Persons who made or approved the token, and those behind the tokens that they did it with. */
  behind: z.array(z.string()),
})
export type Identity = z.infer<typeof Identity>

/** A person's name as it is compared. */
export const personName = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** An identity that nobody else stands behind. */
export const personAlone = (...names: readonly string[]): Identity => ({ persons: names.map(personName), behind: [] })

/** All persons of some identities, and those behind them. */
export const everybodyIn = (...identities: readonly Identity[]): string[] => [...new Set(identities.flatMap(({ persons, behind }) => [...persons, ...behind]))].sort()

/**
 * Whether two identities are two persons: neither is the other, nor had a hand in the other's token. Who made or approved a token
 * may know it, so that it proves nobody else's consent. Tokens that the same persons gave to two people are two persons.
 */
export function areTwoPersons(one: Identity, other: Identity): boolean {
  const isIn = (persons: readonly string[], names: readonly string[]): boolean => persons.some((person) => names.includes(person))
  return !isIn(one.persons, [...other.persons, ...other.behind]) && !isIn(other.persons, one.behind)
}
