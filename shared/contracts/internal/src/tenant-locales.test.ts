import { describe, expect, it } from 'vitest'
import { TenantSettings } from './tenant-settings.ts'

const locales = TenantSettings.shape.locales

describe('the languages in a tenant\'s settings', () => {
  it('are English, Portuguese and French in settings that were stored before there was a choice (DEC-112)', () => {
    expect(locales.parse(undefined)).toEqual(['en', 'pt', 'fr'])
  })

  it('are named in the tenant\'s order (DEC-112, ECO-19)', () => {
    expect(locales.parse(['de', 'fr', 'it', 'en'])).toEqual(['de', 'fr', 'it', 'en'])
  })

  it.each([
    ['without English', ['de', 'fr'], 'English is the fallback'], ['twice the same', ['en', 'de', 'de'], 'A language stands twice'], ['none', [], ''], ['one that the product does not speak', ['en', 'xx'], ''],
  ])('are refused: %s (DEC-112)', (_what, named, problem) => {
    const { success, error } = locales.safeParse(named)
    expect(success).toBe(false)
    expect(error?.issues.map(({ message }) => message).join()).toContain(problem)
  })
})
