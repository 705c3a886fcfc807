import { TenantSettings } from '@checkin/internal'
import { expect, it } from 'vitest'
import { readSettingsFile, settingsFile, valueText } from './settings-text.ts'

const present = TenantSettings.parse({
  firmName: 'Costa Verde', firmLogo: '', currency: 'EUR', timeZone: 'Europe/Lisbon', phone: '1', sender: 'a@example.com', isUploadAvailable: false, isUploadMandatory: false, modules: [],
  fieldRules: { main: { fields: {}, second: {} }, additional: {} },
})

it('settings that travelled in a file are the same settings (DEC-322)', () => {
  expect(readSettingsFile(settingsFile('costaverde.localhost', 7, present), present)).toEqual({ settings: present, fields: [] })
})

it('a file brings what differs, but never that money is not real (DEC-322)', () => {
  const other = { ...present, firmName: 'Copy', isSandbox: true }
  expect(readSettingsFile(settingsFile('staging.localhost', 1, other), present)).toEqual({ settings: { ...other, isSandbox: false }, fields: ['firmName'] })
})

it.each([
  ['no JSON', 'firmName: A', 'This file is not JSON'],
  ['another kind of file', '{"settings":{}}', 'This file has no settings of a tenant'],
  ['no object', 'null', 'This file has no settings of a tenant'],
  ['a currency that there is not', settingsFile('a.example', 1, { ...present, currency: 'euros' }), 'These settings cannot be used: currency'],
])('a file with %s says what is wrong (DEC-322)', (_what, text, problem) => {
  expect(readSettingsFile(text, present)).toMatchObject({ problem: expect.stringContaining(problem) as unknown })
})

it.each([[null, 'none'], ['', 'none'], [[], 'none'], [true, 'yes'], [false, 'no'], [['PT', 'ES'], 'PT, ES'], [30, '30'], [{ color: '#fff' }, '{"color":"#fff"}'], ['x'.repeat(500), `${'x'.repeat(120)}… (500 characters)`]])('the value %j reads %s', (value, text) => {
  expect(valueText(value)).toBe(text)
})
