/** Characters that a secret of the installation's own choice has at least in production. */
export const ownSecretLength = 24

/** Different characters in any secret; 16 random hexadecimal digits have more almost always. */
const leastDifferent = 6

const placeholder = /^(demo|test|example|sample|default|change-?me|secret|password|insert|your|of-the-services|of-backups)/i

/** The same piece again and again, whole or cut off at the end. */
function repeatsItself(value: string): boolean {
  for (let length = 1; length <= value.length / 2; length += 1) {
    if (value.slice(0, length).repeat(Math.ceil(value.length / length)).slice(0, value.length) === value) return true
  }
  return false
}

/** Letters or digits in the order of the alphabet or backwards, for most of the value. */
function isSequence(value: string): boolean {
  const steps = Array.from(value, (sign, at) => value.charCodeAt(at + 1) - sign.charCodeAt(0)).slice(0, -1)
  return [1, -1].some((step) => steps.filter((each) => each === step).length > 0.6 * steps.length)
}

/**
 * Why production does not take a secret, in words that never repeat it; null for one that is taken. It tells what was made by a person or copied
 * from an example, not how random the rest is: secrets come from a generator (docs/installation.md).
 */
export function weaknessOf(value: string, atLeast: number): string | null {
  if (placeholder.test(value)) return 'begins like a demo value or a placeholder, which production does not take'
  if (value.length < atLeast) return `must have at least ${atLeast} characters in production`
  if (repeatsItself(value)) return 'repeats itself, which production does not take'
  if (isSequence(value)) return 'is a sequence of neighbours, which production does not take'
  if (new Set(value).size < leastDifferent) return 'has too few different characters for production'
  return null
}
