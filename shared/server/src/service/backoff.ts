/** Seconds until the next attempt after `attempts` failed ones: 1, 2, 4, … at most 60, the last third of it by chance. */
export function backoffSeconds(attempts: number, chance: () => number = Math.random): number {
  const full = Math.min(60, 2 ** (attempts - 1))
  return full * (2 / 3 + chance() / 3)
}
