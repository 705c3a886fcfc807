import { aDriver, aDrivingLicence, anIdentityDocument, refusedWith } from '@checkin/api/testing'
import { driverContactGiven, driverDetailsGiven, driverDocumentGiven, driverSaved, driverVerificationReopened } from '@checkin/flow'
import { collected, inTurn, turn } from '@checkin/testing'
import { allSettled } from 'effector'
import { beforeEach, describe, expect, it } from 'vitest'
import { $isChecking } from '../forms/checking.ts'
import { driverForms } from '../forms/driver-forms.ts'
import { photosModels } from '../photos/photos.model.ts'
import { opened as contactOpened } from '../steps/driver-contact/model.ts'
import { opened } from '../steps/verify-driver/model.ts'
import { aPage, callsOf, scanFirst, specimens, visit, type PageOptions } from '../test/shell-double.ts'
import { checkModels } from './check.model.ts'

const whole = aDriver({ document: anIdentityDocument(), driverLicense: aDrivingLicence(), taxNumber: '123456789' })

async function shown(options: PageOptions = {}) {
  const subject = options.flow === 'additionalDriver' ? 'additional' as const : 'main' as const
  const [model, forms] = [checkModels[subject], driverForms[subject]]
  const page = aPage({ config: scanFirst, driver: whole, ...options })
  const { scope } = page
  await allSettled(forms.verify.fieldChanged, { scope, params: { field: 'driverId', value: '7' } })
  await allSettled(opened, { scope, params: visit('verify-driver', { view: 'check' }) })
  const published = { saved: collected(scope, driverSaved), given: [driverDetailsGiven, driverContactGiven, driverDocumentGiven].map((event) => collected(scope, event)), back: collected(scope, driverVerificationReopened) }
  const fields = () => scope.getState(model.$fields)
  const asked = (): string[] => fields().filter(({ isAsked }) => isAsked).map(({ form, field }) => `${form}.${field}`)
  const submit = () => inTurn(scope, turn(model.submitted))
  return { page, scope, model, forms, ...published, fields, asked, submit }
}

beforeEach(() => { sessionStorage.clear() })

describe('everything of a driver on one view (DEC-176)', () => {
  it('asks for nothing that is there, and saves it once as the licence\'s screen does (S1.86, DRIVER-56)', async () => {
    const { asked, submit, saved, given, page } = await shown()
    expect(asked()).toEqual([])
    await submit()
    expect([saved, given.flat(), callsOf(page, 'saveDriver').length]).toEqual([[{ addDriver: false }], [], 1])
  })

  it('saves the additional driver as such (S2.22)', async () => {
    const { submit, saved } = await shown({ flow: 'additionalDriver', addDriver: aDriver({ ...whole, id: 7, name: 'Rui', birthDate: '1985-01-01' }) })
    await submit()
    expect(saved).toEqual([{ addDriver: true }])
  })

  it('asks right there for what is missing, and keeps the field while it is typed', async () => {
    const { asked, scope, forms } = await shown({ driver: { ...whole, address: null, mobile: null, mobileObj: null } })
    expect(asked()).toEqual(['details.address', 'contact.mobilePrefix', 'contact.mobile'])
    await allSettled(forms.details.fieldChanged, { scope, params: { field: 'address', value: 'R' } })
    expect(asked()).toContain('details.address')
  })

  it('says everything that is wrong at once, and saves nothing', async () => {
    const { submit, saved, scope, forms, page } = await shown({ driver: { ...whole, address: null, mobile: null, mobileObj: null, document: null } })
    await submit()
    expect([scope.getState(forms.details.$errors), scope.getState(forms.contact.$errors), Object.keys(scope.getState(forms.document.$errors))])
      .toEqual([{ address: 'Required' }, { mobile: 'Required' }, ['idType', 'id', 'issueDate', 'expiryDate', 'issuePlace']])
    expect([saved, callsOf(page, 'saveDriver')]).toEqual([[], []])
  })

  it('asks the server what the screens ask: an e-mail in use is refused (DRIVER-34)', async () => {
    const { submit, saved, scope, forms, page } = await shown({ api: { checkDriverEmail: { isValid: false } } })
    await submit()
    expect([scope.getState(forms.contact.$errors), saved, callsOf(page, 'saveDriver')]).toEqual([{ email: 'inUse' }, [], []])
  })

  it('opens a value that is to be changed, and closes it when the view comes again', async () => {
    const { asked, model, scope } = await shown()
    await allSettled(model.changePressed, { scope, params: { form: 'document', field: 'id' } })
    expect(asked()).toEqual(['document.id'])
    await allSettled(opened, { scope, params: visit('verify-driver', { view: 'check' }) })
    expect(asked()).toEqual([])
  })

  it('opens a prefix with its number', async () => {
    const { asked, model, scope } = await shown()
    await allSettled(model.changePressed, { scope, params: { form: 'contact', field: 'mobile' } })
    expect(asked()).toEqual(['contact.mobilePrefix', 'contact.mobile'])
  })

  it('shows what a save refuses at its field, for which no screen has to be opened (S1.88, DEC-102, UX-1)', async () => {
    const issues = [{ path: 'driver.document.expiryDate', code: 'too-early' }, { path: 'driver.city', code: 'required' }]
    const { submit, saved, asked } = await shown({ api: { saveDriver: refusedWith(400, 'InvalidRequest', { data: { issues } }) } })
    await submit()
    expect([saved, asked()]).toEqual([[], ['details.city', 'document.expiryDate']])
  })

  it('marks what a picture gave without proof, until it is changed', async () => {
    const { scope, fields, forms } = await shown({ driver: { ...whole, driverLicense: null }, read: (kind) => ({ kind: 'read', reading: specimens[kind] }) })
    await allSettled(photosModels.main.taken, { scope, params: { side: 'licence.front', file: new File(['x'], 'a.png') } })
    const notes = () => fields().filter(({ note }) => note !== null).map(({ form, field, note }) => `${form}.${field} ${note}`)
    expect(notes()).toEqual(['details.birthDate check', 'licence.issueDate check', 'licence.expiryDate check', 'licence.issueCountry check'])
    await allSettled(forms.licence.fieldChanged, { scope, params: { field: 'expiryDate', value: '2034-01-01' } })
    expect(notes()).not.toContain('licence.expiryDate check')
  })

  it.each(['tab', 'server'] as const)('marks it after a reload too, by what the %s kept, until it is changed (DEC-191)', async (keeper) => {
    const before = await shown({ driver: { ...whole, driverLicense: null }, read: (kind) => ({ kind: 'read', reading: specimens[kind] }) })
    await allSettled(photosModels.main.taken, { scope: before.scope, params: { side: 'licence.front', file: new File(['x'], 'a.png') } })
    await before.submit()
    const draft = before.page.kept.map(({ form, texts }) => ({ form, texts }))
    const [reads] = [before.scope.getState(before.forms.reads.$values)]
    if (keeper === 'server') sessionStorage.clear()
    const after = await shown({ driver: { ...whole, driverLicense: null }, draft: keeper === 'server' ? [...draft, { form: 'driver-photos/main', texts: reads }, { form: 'driver-licence/main', texts: { issueDate: '2015-06-01', expiryDate: '2035-06-01', issueCountry: '620' } }] : [] })
    const notes = () => after.fields().filter(({ note }) => note !== null).map(({ form, field, note }) => `${form}.${field} ${note}`)
    expect(notes()).toEqual(expect.arrayContaining(['licence.issueDate check', 'licence.expiryDate check', 'licence.issueCountry check']))
    await allSettled(after.forms.licence.fieldChanged, { scope: after.scope, params: { field: 'expiryDate', value: '2034-01-01' } })
    expect(notes()).not.toContain('licence.expiryDate check')
  })

  it('keeps no number of a document in the tab, whatever pictures gave (DEC-18, DEC-191)', async () => {
    const { scope } = await shown({ driver: null, read: (kind) => ({ kind: 'read', reading: specimens[kind] }) })
    for (const side of ['document.front', 'licence.front'] as const) await allSettled(photosModels.main.taken, { scope, params: { side, file: new File(['x'], 'a.png') } })
    const tab = JSON.stringify(Object.entries(sessionStorage))
    expect(tab).toContain('2032-04-15')
    for (const number of ['L898902C3', 'P-987654']) expect(tab).not.toContain(number)
  })

  it('goes back to the pictures and to what the driver was found by (S1.87, S2.23)', async () => {
    const { model, scope, back } = await shown()
    await inTurn(scope, turn(model.backPressed))
    expect(back).toEqual([{}])
  })
})

describe('which view the first screen shows', () => {
  const showsCheck = async (driverId: string, config: PageOptions['config'], query: Readonly<Record<string, string>>) => {
    const { scope } = aPage({ config: config ?? {}, driver: whole })
    if (driverId !== '') await allSettled(driverForms.main.verify.fieldChanged, { scope, params: { field: 'driverId', value: driverId } })
    await allSettled(opened, { scope, params: visit('verify-driver', query) })
    return scope
  }

  it.each([
    ['7', scanFirst, { view: 'check' }, true], ['0', scanFirst, { view: 'check' }, true], ['', scanFirst, { view: 'check' }, false],
    ['7', {}, { view: 'check' }, false], ['7', scanFirst, {}, false], ['7', scanFirst, { isBack: 'true' }, false], ['7', scanFirst, { view: 'else' }, false],
  ])('driver "%s", tenant %o, query %o: checked %s (DEC-176)', async (driverId, config, query, expected) => {
    expect((await showsCheck(driverId, config, query)).getState($isChecking)).toBe(expected)
  })

  it('is the screen\'s own again after another was opened', async () => {
    const scope = await showsCheck('7', scanFirst, { view: 'check' })
    await allSettled(contactOpened, { scope, params: visit('driver-contact') })
    expect(scope.getState($isChecking)).toBe(false)
  })
})
