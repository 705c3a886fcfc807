import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TenantSettings } from '@checkin/internal'
import { expect, it } from 'vitest'

const fields = ['company-fields.tsx', 'rule-fields.tsx', 'channel-fields.tsx'].map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('')
/** Settings that the console passes on as they are, with the reason. */
const withoutField: Readonly<Record<string, string>> = {
  cssText: 'a style sheet is written and tried by who installs the tenant',
  texts: 'texts have a page of their own',
  stations: 'stations have a page of their own',
  isSandbox: 'whether money is real is not for a switch beside others',
}

it('every setting of a tenant has a field in the console, or stands here with the reason (DEC-239)', () => {
  const settings = Object.keys(TenantSettings.shape)
  const without = settings.filter((name) => !([`name="${name}"`, `name={['${name}'`, `path: ['${name}'`].some((field) => fields.includes(field))))
  expect(without.sort()).toEqual(Object.keys(withoutField).sort())
})
