import { expect, it } from 'vitest'
import { newestFirst } from './semver-check.ts'

it('lists the newest version first, a development version behind the release of its number', () => {
  expect(['1.2.0', '1.10.0', '1.10.0-dev.ab', '0.9.9', '2.0.0-dev.1'].sort(newestFirst)).toEqual(['2.0.0-dev.1', '1.10.0', '1.10.0-dev.ab', '1.2.0', '0.9.9'])
})
