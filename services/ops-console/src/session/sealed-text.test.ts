import { expect, it } from 'vitest'
import { sealedTexts } from './sealed-text.ts'

it('what the console sealed opens while its secret stands in the setting, and no longer (DEC-307, ASVS 11.2.2)', () => {
  const sealed = sealedTexts('the former secret').seal('a refresh token')
  const changing = sealedTexts('the next secret\nthe former secret')
  expect(changing.open(sealed)).toBe('a refresh token')
  expect(sealedTexts('the next secret').open(changing.seal('a new one'))).toBe('a new one')
  expect([sealedTexts('the next secret').open(sealed), changing.open(`${sealed}x`), changing.open('nothing')]).toEqual([null, null, null])
})
