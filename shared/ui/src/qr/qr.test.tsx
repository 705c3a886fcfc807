import { render, screen } from '@testing-library/react'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { QrCode } from './index.tsx'

/** Dark modules as `x,y`, read from the picture. */
const modulesOf = (path: string): string[] => [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`)

describe('the QR code of a reference (DEC-105)', () => {
  it('is a named picture that draws every dark module of the code once, with the quiet zone that scanners need', () => {
    render(<QrCode value="U33E1FB" label="QR code of reservation U33E1FB" />)
    const picture = screen.getByRole('img', { name: 'QR code of reservation U33E1FB' })
    const { data, size } = encode('U33E1FB', { ecc: 'M', border: 4 })
    expect(picture.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
    const modules = modulesOf(picture.querySelector('path[fill="#000"]')?.getAttribute('d') ?? '')
    expect(modules).toEqual(data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : []))))
    expect(modules).toContain('4,4')
    expect(modules.filter((module) => module.split(',').some((place) => Number(place) < 4 || Number(place) >= size - 4))).toEqual([])
  })

  it('differs for another reference', () => {
    const path = (value: string): string => render(<QrCode value={value} label={value} />).container.querySelector('path[fill="#000"]')?.getAttribute('d') ?? ''
    expect(path('U33E1FB')).not.toBe(path('U33E1FC'))
  })
})
