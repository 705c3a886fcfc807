import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandColours, contrast } from './brand-colours.ts'

const hex = (background: string) => `#${(background.match(/\d+/g) ?? []).map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`

describe('the band of a mail', () => {
  it.each(['#090', '#ff6a00', '#0b5cab', '#ffffff', '#000000', '#777777'])('in %s carries ink that can be read (SHELL-94)', (brand) => {
    const { background, ink } = bandColours(brand)
    expect(contrast(hex(background), ink)).toBeGreaterThanOrEqual(3.7)
  })

  it('can be read in any colour a tenant may have: large text needs 3', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const { background, ink } = bandColours(`#${number.toString(16).padStart(6, '0')}`)
      expect(contrast(hex(background), ink)).toBeGreaterThanOrEqual(3)
    }))
  })

  it.each([null, undefined, '', 'red', '#12', '#ff6a00;position:fixed', 'url(https://evil.example)'])('is the standard green for %j: nothing else gets into a style', (brand) => {
    expect(bandColours(brand).background).toBe('rgb(0, 153, 0)')
  })
})
