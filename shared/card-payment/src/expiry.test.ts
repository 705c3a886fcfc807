import { describe, expect, it } from 'vitest'
import { expiryOf, shownExpiry } from './expiry.ts'

/** As it is typed key by key into the field, which shows what was read of it so far. */
const typed = (keys: string) => keys.split('').reduce((shown, key) => expiryOf(`${shown.text}${key}`), expiryOf(''))

describe('the expiry of a card in one field (DEC-174, UX-20)', () => {
  it.each([
    ['1231', '12/31', '12', '2031'], ['12/31', '12/31', '12', '2031'], ['12/2031', '12/2031', '12', '2031'], ['122031', '12/2031', '12', '2031'], ['831', '08/31', '08', '2031'],
    ['8/31', '08/31', '08', '2031'], ['1/31', '01/31', '01', '2031'], ['0131', '01/31', '01', '2031'], ['12 31', '12/31', '12', '2031'],
  ])('typed as %s it shows %s', (keys, text, month, year) => {
    expect([typed(keys), expiryOf(keys)]).toEqual([{ text, month, year }, { text, month, year }])
  })

  it.each([['12 / 31', '12', '2031'], ['12 / 2031', '12', '2031'], ['2031-12', '12', '2031'], ['2031-8', '08', '2031'], ['12-31', '12', '2031'], ['12.2031', '12', '2031']])('filled in as %s it is understood', (text, month, year) => {
    expect(expiryOf(text)).toMatchObject({ month, year })
  })

  it.each([['1331', '13', '2031'], ['0031', '00', '2031'], ['12/3', '12', '3'], ['12/311', '12', '311'], ['12', '12', ''], ['1', '1', ''], ['', '', ''], ['abc', '', '']])('%s keeps what is wrong or missing, for its message (PAY-27)', (text, month, year) => {
    expect(typed(text)).toMatchObject({ month, year })
  })

  it('can be taken back key by key', () => {
    let { text } = typed('1231')
    const seen = [text]
    while (text !== '') {
      text = expiryOf(text.slice(0, -1)).text
      seen.push(text)
    }
    expect(seen).toEqual(['12/31', '12/3', '12/', '12', '1', ''])
  })

  it.each([['12', '2031', '12/31'], ['8', '2031', '08/31'], ['12', '3000', '12/3000'], ['12', '', '12/'], ['', '', '']])('left with month %o and year %o it reads %o', (month, year, text) => {
    expect(shownExpiry(month, year)).toBe(text)
  })
})
