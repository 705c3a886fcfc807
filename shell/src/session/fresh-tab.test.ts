import { beforeEach, describe, expect, it } from 'vitest'
import { isFreshTab } from './fresh-tab.ts'

beforeEach(() => { sessionStorage.clear() })

describe('whether the first screen in the HTML is the one that this tab shows', () => {
  it.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['a new tab', {}, true],
    ['a tab that only knows its language', { 'checkin.session': '{"language":"en","session":null,"lookup":null}' }, true],
    ['a tab in another language, where cookies are refused', { 'checkin.session': '{"language":"fr"}' }, false],
    ['a reservation that was found', { 'checkin.session': '{"lookup":{"stage":"mail"}}' }, false],
    ['a session', { 'checkin.session': '{"session":{"guid":"g"}}' }, false],
    ['a notice that waits to be told (DEC-55)', { 'checkin.notice': '{}' }, false],
    ['only a draft of what was typed', { 'checkin.draft.verify-reservation/find': '{}' }, true],
    ['something unreadable', { 'checkin.session': '{' }, true],
  ])('%s', (_, stored, fresh) => {
    for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
    expect(isFreshTab('en')).toBe(fresh)
  })
})
