import { expect, it } from 'vitest'
import { eventOf } from './rollout-events.ts'

const entry = (action: string, after: unknown) => ({ entry: 7, at: '2026-12-01T12:00:00.000Z', actor: 'registry', action, subject: 'a.example', after: JSON.stringify(after), reason: 'why' })

it.each([
  ['suspend', { revision: 3 }, 'canary.suspended'], ['resume', { revision: 4 }, 'canary.resumed'], ['take back', { revision: 4 }, 'canary.stopped'],
  // A plan that goes on moves nobody, and neither does what could not be done.
  ['resume', null, undefined], ['suspend failed', 'NotCompatible', undefined],
] as const)('"%s" with %j is told as %s (DEC-351)', (action, after, type) => {
  expect(eventOf(entry(action, after))?.type).toBe(type)
})
