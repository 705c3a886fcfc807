import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedMail } from './masked-mail.ts'

describe('an address on the screen', () => {
  it.each([['maria.silva@example.com', 'm•••a@example.com'], ['jo@x.pt', 'j•••@x.pt'], ['a@x.pt', 'a•••@x.pt'], ['', ''], ['broken', '•••']])('is recognised by its owner only: %s', (mail, masked) => {
    expect(maskedMail(mail)).toBe(masked)
  })

  it('never shows more than the first and the last letter of the name', () => {
    fc.assert(fc.property(fc.stringMatching(/^[a-z.]{3,30}$/), (name) => {
      expect(maskedMail(`${name}@example.com`)).toBe(`${name[0] ?? ''}•••${name.at(-1) ?? ''}@example.com`)
    }))
  })
})
