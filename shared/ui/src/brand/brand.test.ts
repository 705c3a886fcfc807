import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast, hexOf, lowestContrast, relative } from './colours.ts'
import { brandOf, brandStyle, brandVariables, derive, grounds } from './brand.ts'

const tokens = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8')

const tenants = [
  ['Costa Verde', '#009900', '#ffffff'],
  ['Island Cars', '#ff6a00', '#ffffff'],
  ['Alpen', '#0b4a8f', '#ffffff'],
  ['a red tenant', '#c8102e', '#ffffff'],
  ['a yellow tenant', '#ffcc00', '#ffffff'],
  ['a black tenant', '#000000', '#ffffff'],
  ['a white tenant', '#ffffff', '#000000'],
  ['a navy tenant', '#0b1f4b', '#ffffff'],
] as const

describe.each(tenants)('the colours of %s', (_name, fill, label) => {
  const brand = derive(fill, label)

  it('keep the label of the primary button readable as large text', () => {
    expect(contrast(brand.label, brand.fill)).toBeGreaterThanOrEqual(3)
    expect(brand.fill).toBe(fill)
  })

  it.each(['day', 'night'] as const)('give an ink that reads as small text wherever it stands by %s', (time) => {
    const { ink, tint } = brand[time]
    expect(lowestContrast(ink, [grounds[time].paper, grounds[time].sand, tint])).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the contrast guard', () => {
  it('keeps white on green, the default pair, as it is (SHELL-64)', () => {
    expect(brandOf({})).toMatchObject({ fill: '#009900', label: '#ffffff', progress: '#1d4ed8', warnings: [] })
  })

  it('replaces white on orange and says so', () => {
    expect(derive('#ff6a00', '#ffffff')).toMatchObject({ label: '#14211b', warnings: ['label-replaced'] })
  })

  it('takes the defaults for something that is no colour and says so', () => {
    expect(brandOf({ cssPrimary: 'url(x)', primaryBtn: { backgroundColor: '}body{display:none', color: '' } })).toMatchObject({ fill: '#009900', warnings: ['not-a-colour'] })
  })

  it('lets links and the loading bar follow the primary colour, buttons their own (DEC-88)', () => {
    const brand = brandOf({ cssPrimary: '#7a1fa2', primaryBtn: { color: '#fff', backgroundColor: '#00695c' } })
    expect(brand).toMatchObject({ fill: '#00695c', progress: '#7a1fa2', day: { ink: '#7a1fa2' } })
  })

  it('writes nothing but hex colours into the page', () => {
    expect(brandStyle({ cssPrimary: 'red;}</style>', primaryBtn: { backgroundColor: 'rgb(0 0 0 / 50%)' } })).toMatch(/^:root\{(--tenant-[a-z-]+:#[0-9a-f]{6};?)+\}$/)
  })

  it('reads colours in any notation and drops transparency', () => {
    expect(hexOf('rgb(255 106 0)')).toBe('#ff6a00')
    expect(hexOf('#f60')).toBe('#ff6600')
    expect(hexOf('nonsense')).toBeNull()
  })

  it('keeps a grey tenant grey', () => {
    expect(relative('#808080', 0.9, 0.03)).toMatch(/^#([0-9a-f]{2})\1\1$/)
  })
})

describe('the tokens', () => {
  it('have the grounds that the guard reckons with', () => {
    const [day = '', night = ''] = tokens.split('@media (prefers-color-scheme: dark)')
    expect(day).toContain(`--paper: ${grounds.day.paper}`)
    expect(day).toContain(`--sand: ${grounds.day.sand}`)
    expect(night).toContain(`--paper: ${grounds.night.paper}`)
    expect(night).toContain(`--sand: ${grounds.night.sand}`)
  })

  it('fall back to the default tenant', () => {
    expect(Object.entries(brandVariables()).filter(([name, value]) => !tokens.includes(`var(${name}, ${value})`))).toEqual([])
  })
})
