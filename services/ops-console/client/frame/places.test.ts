import { expect, it } from 'vitest'
import { placeOf, places } from './places.ts'

it.each([
  ['/tenants', '/tenants'], ['/tenants/alpen/terms', '/tenants'], ['/new-tenant', '/tenants'], ['/previews/open', '/releases'], ['/versions/mfe-offers/1.0.0', '/versions'], ['/experiments/3', '/experiments'], ['/', '/'],
])('%s belongs to %s, which the navigation marks', (pathname, place) => {
  expect(placeOf(pathname)).toBe(place)
  expect(place === '/' || places.some(([path]) => path === place)).toBe(true)
})
