import { describe, expect, it } from 'vitest'
import { mailsOf, subscriptionText } from './mail-text.ts'

describe('mails on rollout events (DEC-354)', () => {
  it.each([
    ['everything', { events: [], groups: [], hosts: [] }, 'everything'],
    ['kinds and tenants', { events: ['canary.stopped' as const, 'version.killed' as const], groups: ['pilot'], hosts: ['a.example'] }, 'a canary was stopped, a version was withdrawn, of the group pilot, a.example'],
  ])('say that they are of %s', (_case, mails, text) => { expect(subscriptionText(mails)).toBe(text) })

  it('are asked for as they were chosen', () => {
    expect(mailsOf({ address: ' duty@example.com ', events: ['canary.stopped'], members: ['group pilot', 'a.example'] })).toEqual({ address: 'duty@example.com', events: ['canary.stopped'], groups: ['pilot'], hosts: ['a.example'] })
    expect(mailsOf({ address: 'duty@example.com' })).toEqual({ address: 'duty@example.com', events: [], groups: [], hosts: [] })
  })
})
