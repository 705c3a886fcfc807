/** A requirement of OWASP ASVS 5.0 of level 1 or 2, and how the product stands to it (DEC-249). */
export interface AsvsRow {
  /** Number in the standard, without its V. */
  readonly id: string
  readonly level: 1 | 2
  readonly state: 'held' | 'not held' | 'does not apply'
  /** In our own words: by what it is held, what is missing, or why it does not apply. */
  readonly words: string
  /** Tests, sources or pages from the root that show it; only where it is held. */
  readonly proofs?: readonly string[]
}
