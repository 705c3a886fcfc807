import type { WorkNeeded } from '@checkin/api'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** Numbers tried before the page may draw and answer again; some ten milliseconds on a phone. */
const tried = 2000

const hasZeroBits = (hash: Uint8Array, bits: number): boolean => {
  const whole = Math.floor(bits / 8)
  return hash.subarray(0, whole).every((byte) => byte === 0) && (hash[whole] ?? 0) >> (8 - bits % 8) === 0
}

/** By a message and not by a timer: of a page in the background browsers fire timers once a second at most. */
const pageTurn = (): Promise<void> => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    resolve()
  }
  port2.postMessage(null)
})

/**
 * Does the work that a try on a reference costs while it is guessed at (DEC-100): the challenge, a dot and the first number for which the
 * SHA-256 of all that begins with `bits` zero bits. Doubles with each bit; 16 take well below a second. The page stays usable meanwhile.
 */
export async function workOut({ challenge, bits }: WorkNeeded): Promise<string> {
  for (let from = 0; ; from += tried) {
    for (let number = from; number < from + tried; number += 1) {
      const work = `${challenge}.${number}`
      if (hasZeroBits(sha256(utf8ToBytes(work)), bits)) return work
    }
    await pageTurn()
  }
}
