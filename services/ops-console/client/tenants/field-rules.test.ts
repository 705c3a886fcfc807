import { expect, it } from 'vitest'
import { bareSettings } from '../onboarding/new-tenant.ts'
import { onlySaid, withEveryField } from './field-rules.ts'
import { typedSettings } from './typed-settings.ts'

const bare = bareSettings.fieldRules
const asked = { visible: true, mandatory: true }

it('offers every field to a company without any rule, each as its renters get it (DEC-355)', () => {
  const { main, additional } = withEveryField(bare)
  expect([main.fields['email'], main.fields['driverLicense.issueCountry'], additional['document.idType'], main.second['expiryDate']]).toEqual([
    { visible: false, mandatory: false }, { visible: true, mandatory: false }, { visible: true, mandatory: false }, { visible: true, mandatory: false },
  ])
  expect([Object.keys(main.fields).length, Object.keys(main.second).length, Object.keys(additional).length]).toEqual([27, 7, 27])
})

it('keeps what a company says, also of a field that the product does not know (DEC-355)', () => {
  const own = { ...bare, additional: { email: asked, ownField: asked } }
  expect(withEveryField(own).additional).toMatchObject({ email: asked, ownField: asked, name: { visible: false, mandatory: false } })
  expect(onlySaid(own, withEveryField(own))).toEqual(own)
})

it('keeps no rule for a field that was only shown, and each that was changed (DEC-355)', () => {
  expect(typedSettings(bareSettings, { fieldRules: withEveryField(bare) }).fieldRules).toEqual(bare)
  const every = withEveryField(bare)
  const typed = { ...every, main: { ...every.main, fields: { ...every.main.fields, email: asked } } }
  expect(typedSettings(bareSettings, { fieldRules: typed }).fieldRules).toEqual({ ...bare, main: { fields: { email: asked }, second: {} } })
  const said = { ...bareSettings, fieldRules: { ...bare, additional: { name: { visible: false, mandatory: false } } } }
  expect(typedSettings(said, { fieldRules: withEveryField(said.fieldRules) }).fieldRules, 'a rule that was there stays').toEqual(said.fieldRules)
})
