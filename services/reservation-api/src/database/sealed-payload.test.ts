import { describe, expect, it } from 'vitest'
import { seal, unseal } from './sealed-payload.ts'

describe('what a waiting mail says', () => {
  const sealed = seal('secret', 'row-1', { code: '482913' })

  it('is opened by the same secret and row only', () => {
    expect(unseal('secret', 'row-1', sealed)).toEqual({ code: '482913' })
    expect(() => unseal('another', 'row-1', sealed)).toThrow()
    expect(() => unseal('secret', 'row-2', sealed)).toThrow()
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => unseal('secret', 'row-1', changed)).toThrow()
  })

  it('cannot be read, and two of the same look different', () => {
    expect(sealed.toString('latin1')).not.toContain('482913')
    expect(seal('secret', 'row-1', { code: '482913' }).equals(sealed)).toBe(false)
  })
})
