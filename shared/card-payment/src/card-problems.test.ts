import { describe, expect, it } from 'vitest'
import { holderProblems, knownProblems, problemKey } from './card-problems.ts'

const today = '2026-11-21'
const found = (card_holder: string, month: string, year: string): string[] => holderProblems({ card_holder, month, year }, today).map(problemKey)

describe('holder, month and year of a card', () => {
  it.each<[string, string, string, string[]]>([
    ['Maria Silva', '12', '2031', []],
    ['', '', '', ['card_holder.errors.blank', 'month.errors.blank', 'year.errors.blank']],
    ['   ', '12', '2031', ['card_holder.errors.blank']],
    ['Maria', '13', '2031', ['month.errors.invalid']], ['Maria', '00', '2031', ['month.errors.invalid']], ['Maria', '1', '2031', []], ['Maria', '1a', '2031', ['month.errors.invalid']],
    ['Maria', '12', '3000', ['year.errors.invalid']], ['Maria', '12', '2999', []], ['Maria', '12', '31', ['year.errors.invalid']],
    ['Maria', '12', '2025', ['year.errors.expired']], ['Maria', '10', '2026', ['year.errors.expired']], ['Maria', '11', '2026', []],
    ['', '13', '2025', ['card_holder.errors.blank', 'month.errors.invalid', 'year.errors.expired']],
  ])('"%s" %s/%s: %j (PAY-20, PAY-21, DEC-74, CONST-20, ERR-24)', (holder, month, year, problems) => {
    expect(found(holder, month, year)).toEqual(problems)
  })
})

describe('problems of the provider', () => {
  it('are told once each; a holder in two parts is the holder; what has no words is "not available" (DEC-83)', () => {
    expect(knownProblems([
      { attribute: 'first_name', key: 'errors.blank' }, { attribute: 'last_name', key: 'errors.blank' }, { attribute: 'number', key: 'errors.blank' },
      { attribute: 'number', key: 'errors.blank' }, { attribute: 'x', key: '<b>' },
    ]).map(problemKey)).toEqual(['card_holder.errors.blank', 'number.errors.blank', 'gateway.errors.unavailable'])
  })
})
