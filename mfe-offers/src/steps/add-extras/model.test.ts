import { extrasDeclined, extrasWanted } from '@checkin/flow'
import { happenings, inTurn, turn } from '@checkin/testing'
import { describe, expect, it } from 'vitest'
import { aPage, reported, visit } from '../../test/a-page.ts'
import { $isAsked, noPressed, opened, yesPressed } from './model.ts'

const open = turn(opened, visit('add-extras'))
const events = { wanted: extrasWanted, declined: extrasDeclined }

describe('the question about extras', () => {
  it.each([['Yes', yesPressed, 'wanted', 'accept'], ['No, finish', noPressed, 'declined', 'reject']] as const)('%s is reported and leads on (OFFERS-09, OFFERS-11)', async (_, press, event, action) => {
    const { scope, api } = aPage()
    const published = happenings(scope, events)
    await inTurn(scope, open, turn(press))
    expect([published, reported(api)]).toEqual([[event], [{ viewTag: 'exview', action }]])
  })

  it('is not asked where the company offers none, and nothing is reported (SHELL-52)', async () => {
    const { scope, api } = aPage({ off: ['exview'] })
    const published = happenings(scope, events)
    await inTurn(scope, open)
    expect([scope.getState($isAsked), published, reported(api)]).toEqual([false, ['declined'], []])
  })
})
