import type { ApiFailure, SavedCard } from '@checkin/api'
import { listSavedCardsFx } from '@checkin/api/client'
import { fakeApi, refusedWith, type Fakes } from '@checkin/api/testing'
import { collected, inTurn, turn } from '@checkin/testing'
import { attach, createEffect, createEvent, fork } from 'effector'
import { describe, expect, it } from 'vitest'
import { createCardChoice } from './saved-cards.ts'

const visa: SavedCard = { creditCardNumber: '4111 **** **** 1111', cardFlag: 'VISA', token: 't1', referenceToken: 'r1' }
const amex: SavedCard = { ...visa, cardFlag: 'AMEX', token: 't2' }

function choiceOf(preselected: 'first' | 'none', list: Fakes['listSavedCards'] = [visa, amex]) {
  const opened = createEvent()
  const sessionRaised = createEvent<{ readonly sessionKey: string }>()
  const failures: string[] = []
  const api = fakeApi({ listSavedCards: list })
  const cards = createCardChoice({
    name: `test/${preselected}`, reset: opened, opened, preselected, sessionRaised,
    publishFailures: (endpoint, failed) => { failed.watch(() => { failures.push(endpoint) }) },
    listFx: attach({ effect: listSavedCardsFx, mapParams: (provider: string) => ({ params: { reservation: 'R1001', provider } }) }),
    sendFx: createEffect<void, unknown, ApiFailure>(() => null),
    confirmFx: createEffect<string, { readonly data: { readonly sessionKey: string } }, ApiFailure>(() => ({ data: { sessionKey: 'raised' } })),
  })
  const scope = fork({ handlers: api })
  return { cards, scope, opened, failures, listed: () => api.calls.map(({ name }) => name), raised: collected(scope, sessionRaised), value: () => scope.getState(cards.$choice)?.value ?? null }
}
const wanted = (isLocked = false) => ({ provider: 'card', isLocked })
const unlocked = (cards: ReturnType<typeof choiceOf>['cards']) =>
  [turn(cards.panel.sendPressed), turn(cards.panel.form.fieldChanged, { field: 'code', value: '123456' } as const), turn(cards.panel.form.submitted)]

describe('the choice of a card', () => {
  it.each([
    ['first', [visa], 'new', 'saved-0'], ['none', [visa], null, null], ['first', [], 'new', 'new'], ['none', [], null, 'new'],
  ] as const)('preselects %s: of %o it is %s behind a code and %s after it (PAY-28, PRECHK-11)', async (preselected, saved, locked, after) => {
    const { cards, scope, value, raised, listed } = choiceOf(preselected, [...saved])
    await inTurn(scope, turn(cards.wanted, wanted(true)))
    expect([scope.getState(cards.$options).map((option) => option.kind), value(), listed()]).toEqual([['locked', 'new'], locked, []])
    await inTurn(scope, turn(cards.chosen, 'saved'), ...unlocked(cards))
    expect([value(), scope.getState(cards.$isNoneSaved), scope.getState(cards.panel.$stage), raised, listed()]).toEqual([after, saved.length === 0, 'closed', [{ sessionKey: 'raised' }], ['listSavedCards']])
  })

  it('opens the panel for what is behind a code only, and begins anew with each visit (CODE-7)', async () => {
    const { cards, scope, opened, value } = choiceOf('none')
    await inTurn(scope, turn(cards.wanted, wanted(true)), turn(cards.chosen, 'saved'))
    expect(scope.getState(cards.panel.$stage)).toBe('asked')
    await inTurn(scope, turn(cards.chosen, 'new'))
    expect([scope.getState(cards.panel.$stage), value()]).toEqual(['closed', 'new'])
    await inTurn(scope, turn(opened), turn(cards.wanted, wanted()))
    expect([value(), scope.getState(cards.$options).map((option) => option.value)]).toEqual([null, ['saved-0', 'saved-1', 'new']])
  })

  it.each([[403, 'CodeRequired', ['locked', 'new'], []], [500, null, ['new'], []], [401, 'Unauthorized', ['new'], ['listSavedCards']]] as const)(
    'of a list that is refused with %s leaves %s; only the end of the session is published', async (status, code, kinds, published) => {
      const { cards, scope, failures } = choiceOf('none', refusedWith(status, code))
      await inTurn(scope, turn(cards.wanted, wanted()))
      expect([scope.getState(cards.$options).map(({ kind }) => kind), failures]).toEqual([kinds, published])
    },
  )
})
