import { expect, it } from 'vitest'
import { settingsKey } from './settings-key.ts'

it('settings have one key in whatever order they were set, and others have another (DEC-361)', () => {
  const key = settingsKey({ shownCards: 3, compact: true })
  expect(key).toMatch(/^[0-9a-f]{12}$/)
  expect(settingsKey({ compact: true, shownCards: 3 })).toBe(key)
  for (const others of [{ shownCards: 4, compact: true }, { shownCards: 3 }, { shownCards: '3', compact: true }]) expect(settingsKey(others)).not.toBe(key)
})

it('where nothing was set the key is empty, so that a site says so instead of nothing (DEC-361)', () => {
  expect([settingsKey(undefined), settingsKey({})]).toEqual(['', ''])
})
