import { expect, it } from 'vitest'
import { callOf, isEventStream } from './api-calls.ts'

const small = 64 * 1024
const pictures = 64 * 1024 * 1024

it.each([
  ['GET', '/api/countries?x=1', 'read', small], ['POST', '/api/payment', 'write', small], ['POST', '/api/driver', 'write', pictures], ['PUT', '/api/reservation?x=1', 'write', pictures],
  // Pressed once, a code is used up; figures may be asked for again, and more of them than usual.
  ['GET', '/api/validate/123456', 'write', small], ['POST', '/api/reservation/extras/values', 'read', 1024 * 1024],
  ['GET', '/api/nothing', 'read', small], ['POST', '/api/nothing', 'write', small], ['PUT', '/api/driver/email', 'write', small],
  // In their body forms they are what they were (DEC-342).
  ['POST', '/api/driver/email', 'read', small], ['POST', '/api/driver/find', 'read', small], ['POST', '/api/validate', 'write', small], ['POST', '/api/ticket/undo', 'write', small],
] as const)('%s %s is a %s with up to %i bytes', (method, address, kind, bodyLimit) => {
  expect(callOf(method, address)).toMatchObject({ kind, bodyLimit })
})

it('knows the one answer that goes on for minutes, whatever is asked with it (API-48)', () => {
  expect([isEventStream('GET', '/api/hand-over/events'), isEventStream('GET', '/api/hand-over/events?x=1'), isEventStream('POST', '/api/hand-over/events'), isEventStream('GET', '/api/countries')]).toEqual([true, true, false, false])
})
