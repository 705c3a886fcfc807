import { setTimeout as delay } from 'node:timers/promises'

/** Waits until `floorMs` have passed since `startedAt` (performance.now()), so that a quick miss and a slow one look alike (DEC-09). */
export async function atLeast(floorMs: number, startedAt: number): Promise<void> {
  const rest = floorMs - (performance.now() - startedAt)
  if (rest > 0) await delay(rest)
}
