import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { isPossibleLength } from './number-lengths.ts'

const codes = [...new Set(getCountries().map((country) => String(getCountryCallingCode(country))))]

describe('how many digits a phone number has (DRIVER-36)', () => {
  it('is known of every calling code as the library knows it', () => {
    const wrong = codes.flatMap((code) => Array.from({ length: 10 }, (_, at) => at + 4).flatMap((digits) => ['2', '5', '7', '9'].flatMap((digit) => {
      const number = digit.repeat(digits)
      const parsed = parsePhoneNumberFromString(`+${code}${number}`)
      // Where the library takes a prefix of the country off, it judges another number.
      if (parsed?.nationalNumber !== number) return []
      return parsed.isPossible() === isPossibleLength(code, number) ? [] : [`+${code} ${number}`]
    })))
    expect(codes.length).toBeGreaterThan(200)
    // Islands that share a code have numbers of other lengths each.
    expect(wrong).toEqual(['+599 77777777'])
  })

  it.each([['351', '912345678', true], ['351', '91234567', false], ['44', '07911123456', true], ['1684', '6331234', true], ['9999', '1', true]])('+%s %s: %s', (code, number, isPossible) => {
    expect(isPossibleLength(code, number)).toBe(isPossible)
  })
})
