import { describe, expect, it } from 'vitest'
import { brandOf } from '../brand/brand.ts'
import { themeFor } from './theme.ts'

describe('the theme of antd', () => {
  it('wears the tenant’s colours, with a readable ink for links', () => {
    const { token } = themeFor(brandOf({ primaryBtn: { backgroundColor: '#ff6a00', color: '#fff' } }))
    expect(token?.colorPrimary).toBe('#ff6a00')
    expect(token?.colorLink).toBe(brandOf({ primaryBtn: { backgroundColor: '#ff6a00' } }).day.ink)
  })

  it('has one scope of variables and stable class names', () => {
    expect(themeFor(brandOf({}))).toMatchObject({ cssVar: { key: 'app' }, hashed: false })
  })
})
