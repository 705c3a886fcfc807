/**
 * Secrets that stand in one setting, one a line (DEC-307). The first makes whatever is sealed, signed or hashed; all of them open and prove it. So a secret is
 * changed while servers run: the next one goes below the present one at every server, then above it, and the former one goes when nothing of it is left.
 */
export function secretsOf(setting: string): readonly [string, ...string[]] {
  const [first = '', ...others] = setting.split(/\r?\n/).filter((line) => line !== '')
  return [first, ...others]
}

/** The secret that makes. */
export const currentSecret = (setting: string): string => secretsOf(setting)[0]

/** What the first secret opens that can; throws what the current one threw where none can. */
export function openWithAny<Opened>(setting: string, open: (secret: string) => Opened): Opened {
  const failures: unknown[] = []
  for (const secret of secretsOf(setting)) {
    try {
      return open(secret)
    } catch (error) {
      failures.push(error)
    }
  }
  throw failures[0]
}
