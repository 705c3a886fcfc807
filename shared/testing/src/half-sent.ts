import { expect, vi } from 'vitest'
import { slowClient, type SlowClientOptions } from './slow-clients.ts'

const patience = { timeout: 30_000, interval: 100 }

/** Lets a service that starts after it end half-sent requests within two seconds; `vi.unstubAllEnvs` undoes it. */
export function endHalfSentSoon(): void {
  for (const name of ['CHECKIN_HEADER_SECONDS', 'CHECKIN_BODY_SECONDS', 'CHECKIN_BODY_STALL_SECONDS']) vi.stubEnv(name, '2')
}

/**
 * Thirty clients begin a request and never end it; others are answered 200 meanwhile. Answers the statuses that the clients got, as texts,
 * once the server has closed every one of them.
 */
export async function closedWhileOthersAreServed(half: SlowClientOptions, other: () => Promise<{ readonly status: number }>): Promise<ReadonlySet<string | undefined>> {
  const clients = Array.from({ length: 30 }, () => slowClient(half))
  const others = await Promise.all(Array.from({ length: 30 }, other))
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  await expect.poll(() => clients.filter((each) => !each.isClosed()).length, patience).toBe(0)
  return new Set(clients.map((each) => each.heard().split(' ')[1]))
}
