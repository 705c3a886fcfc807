import { createEffect, createEvent, createStore, fork, sample } from 'effector'
import { expect, it } from 'vitest'
import { collected, happenings, inTurn, turn } from './scope.ts'

const opened = createEvent()
const typed = createEvent<string>()
const $text = createStore('').on(typed, (_text, next) => next)
const saveFx = createEffect(async (text: string) => text.length)
sample({ clock: typed, target: saveFx })

it('takes turns one after the other, each when the work of the one before is done', async () => {
  const scope = fork()
  const lengths = collected(scope, saveFx.doneData)
  await inTurn(scope, turn(opened), turn(typed, 'ab'), turn(typed, 'abc'))
  expect(lengths).toEqual([2, 3])
  expect(scope.getState($text)).toBe('abc')
})

it('says in which order things happened, in this scope only', async () => {
  const scope = fork()
  const names = happenings(scope, { opened, typed })
  await inTurn(scope, turn(typed, 'x'), turn(opened))
  await inTurn(fork(), turn(opened))
  expect(names).toEqual(['typed', 'opened'])
})
