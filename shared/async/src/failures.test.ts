import { httpFailure, invalidData, silentFailure, type ApiFailure } from '@checkin/api'
import { allSettled, createEvent, fork } from 'effector'
import { expect, test, vi } from 'vitest'
import { failureClass, failurePublisher, isRefused, isUndecided, isUnanswered } from './failures.ts'

test.each<[string, ApiFailure, ReturnType<typeof failureClass>]>([
  ['no connection', silentFailure('network'), 'unanswered'],
  ['too late', silentFailure('timeout'), 'unanswered'],
  ['given up', silentFailure('aborted'), 'unanswered'],
  ['not the contract’s form', invalidData(200, null), 'undecided'],
  ['a fault', httpFailure(500), 'undecided'],
  ['a gateway’s fault', httpFailure(502), 'undecided'],
  ['no outcome known', httpFailure(504, { code: 'OutcomeUnknown' }), 'undecided'],
  ['too many tries', httpFailure(429), 'unavailable'],
  ['not served', httpFailure(503), 'unavailable'],
  ['declined', httpFailure(400, { code: 'PaymentDeclined' }), 'refused'],
  ['no session', httpFailure(401), 'refused'],
  ['conflict', httpFailure(409), 'refused'],
])('%s is of one class, and the questions agree (CODE-7)', (_, failure, expected) => {
  expect(failureClass(failure)).toBe(expected)
  expect([isUnanswered(failure), isUndecided(failure), isRefused(failure)])
    .toEqual([expected === 'unanswered', expected === 'unanswered' || expected === 'undecided', expected === 'refused'])
})

async function published(endpoint: Parameters<ReturnType<typeof failurePublisher>>[0], failure: ApiFailure): Promise<unknown[]> {
  const seen: unknown[] = []
  const event = <Payload>(name: string) => {
    const unit = createEvent<Payload>()
    unit.watch((payload) => { seen.push([name, payload]) })
    return unit
  }
  const publishFailures = failurePublisher({
    problemOccurred: event('problem'), sessionRefused: event('session'), requirementMissed: event('requirement'), questionRaised: event('question'),
  })
  const failed = createEvent<ApiFailure>()
  publishFailures(endpoint, failed, { errorFound: event<{ field: 'email'; kind: string }>('field'), names: ['email'] })
  await allSettled(failed, { scope: fork(), params: failure })
  return seen
}

test.each<[string, Parameters<typeof published>[0], ApiFailure, unknown[]]>([
  ['an alert with the server’s message', 'updateReservation', httpFailure(400, { code: 'OutOfStock', title: 'No seats' }), [['problem', { key: 'CannotUpdateReservation', text: 'No seats' }]]],
  ['an alert with its parameters', 'prelookup', httpFailure(429, { retryAfter: 120 }), [['problem', { key: 'Notice.tooManyTries', params: { minutes: '2' } }]]],
  ['a modal', 'completePrecheckout', silentFailure('network'), [['question', { type: 'cancel', keys: ['preauth-signature'], state: 'error' }]]],
  ['the end of the session', 'saveDriver', httpFailure(401), [['session', {}]]],
  ['a wrong field', 'findDriver', httpFailure(409), [['field', { field: 'email', kind: 'Verify' }]]],
  ['a field that the form does not have', 'validateAge', httpFailure(400), []],
  ['what is missing, and why', 'postPayment', httpFailure(409, { code: 'TermsNotAccepted', data: { missing: [{ code: 'terms', step: 'reservation' }] } }),
    [['problem', { key: 'Notice.termsNotAccepted' }], ['requirement', { code: 'terms', step: 'reservation' }]]],
  ['nothing of a call that was given up', 'saveDriver', silentFailure('aborted'), []],
])('publishes %s', async (_, endpoint, failure, expected) => {
  expect(await published(endpoint, failure)).toEqual(expected)
})

test('a failure whose contract does not come is one that may be tried again (decision 0301, ERR-45)', async () => {
  vi.doMock('@checkin/api', () => { throw new Error('no such file') })
  expect(await published('saveDriver', httpFailure(401))).toEqual([['problem', { key: 'SomethingHappened', params: { value: '' } }]])
  vi.doUnmock('@checkin/api')
})

test('a wrong field is shown by the form whose call failed, and by no other form of the owner', async () => {
  const seen: string[] = []
  const publishFailures = failurePublisher({ problemOccurred: createEvent(), sessionRefused: createEvent() })
  const calls = ['main', 'additional'].map((driver) => {
    const [failed, errorFound] = [createEvent<ApiFailure>(), createEvent<{ field: 'email'; kind: string }>()]
    errorFound.watch(({ field }) => { seen.push(`${driver} ${field}`) })
    publishFailures('findDriver', failed, { errorFound, names: ['email'] })
    return failed
  })
  const scope = fork()
  await Promise.all(calls.toReversed().map((failed) => allSettled(failed, { scope, params: httpFailure(409) })))
  expect(seen).toEqual(['additional email', 'main email'])
})
