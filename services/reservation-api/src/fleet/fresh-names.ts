const mostTries = 5
const uniqueNames: readonly unknown[] = ['reservation_tenant_id_number_key', 'reservation_tenant_id_guid_key']

/** Another reservation of the tenant has the number, or the public id, that a new one was given by chance. */
const isNameTaken = (error: unknown): boolean => error instanceof Error && 'constraint' in error && uniqueNames.includes(error.constraint)

/**
 * Runs a transaction that makes reservations, and again with other names where one of them is taken: of nine digits, one in 450 is by two million
 * reservations. Rejects as `store` does, also when that goes on.
 */
export async function withFreshNames<Stored>(store: () => Promise<Stored>): Promise<Stored> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store()
    } catch (error) {
      if (tries === mostTries || !isNameTaken(error)) throw error
    }
  }
}
