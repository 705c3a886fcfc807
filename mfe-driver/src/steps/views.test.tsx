import { aDriver, aDrivingLicence, anIdentityDocument, aReservation, refusedWith } from '@checkin/api/testing'
import { changeLanguage, languages, type Language } from '@checkin/i18n'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { allSettled } from 'effector'
import type { ComponentType } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { remote } from '../remote.ts'
import { allRules, aPage, rulesOf, visit, type PageOptions } from '../test/shell-double.ts'
import { show } from '../test/render.tsx'
import { driverForms } from '../forms/driver-forms.ts'
import { documentModels } from './driver-document/model.ts'

const viewOf = (name: string): ComponentType => remote.steps.find((step) => step.name === name)!.View

async function screenOf(name: (typeof remote.steps)[number]['name'], options: PageOptions = {}, language: Language = 'en') {
  const page = aPage(options)
  await allSettled(remote.steps.find((step) => step.name === name)!.opened, { scope: page.scope, params: visit(name) })
  return { ...page, screen: await show(viewOf(name), page.scope, language) }
}

const input = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!
const names = (): string[] => [...document.querySelectorAll<HTMLInputElement>('input')].map(({ name }) => name).filter((name) => !/\.(camera|day|month|year)$/.test(name))
const press = (key: string): Promise<void> => act(async () => { fireEvent.click(document.querySelector(`[data-action="${key}"]`)!) })
const type = (name: string, value: string): Promise<void> => act(async () => { fireEvent.change(input(name), { target: { value } }) })
const errorKeys = (): string[] => [...document.querySelectorAll<HTMLElement>('[data-error-key]')].map(({ dataset }) => `${dataset['errorFor']} ${dataset['errorKey']}`)

beforeEach(() => {
  sessionStorage.clear()
})

describe('verify-driver', () => {
  it('shows the main driver\'s names closed and the other boxes open, each with a label (DRIVER-01, DRIVER-02)', async () => {
    const { screen } = await screenOf('verify-driver')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Verify driver')
    expect(names()).toEqual(['name', 'surname', 'birthDate', 'email', 'driversLicense'])
    expect([input('name').readOnly, input('surname').readOnly, input('email').readOnly]).toEqual([true, true, false])
    expect(screen.getByLabelText(/Driving licence number/)).toBe(input('driversLicense'))
  })

  it('asks an additional driver for names, without the renter\'s own being proposed (DRIVER-01, DRIVER-02)', async () => {
    const { screen } = await screenOf('verify-driver', { flow: 'additionalDriver' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Verify additional driver')
    expect([input('name').readOnly, input('name').value, input('name').autocomplete]).toEqual([false, '', 'section-adddriver given-name'])
    await press('Next')
    expect(errorKeys()).toEqual(expect.arrayContaining(['name FieldsError.name.Required', 'surname FieldsError.surname.Required', 'driversLicense FieldsError.driverLicense.Required']))
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Check 5 fields' }))
  })

  it('shows below the e-mail that it could not be verified, and takes it away when it is mended (DRIVER-11, SHELL-86)', async () => {
    await screenOf('verify-driver', { api: { findDriver: refusedWith(409, 'DriverConflict') } })
    await type('driversLicense', 'P-1')
    await press('Next')
    expect(errorKeys()).toEqual(['email FieldsError.email.Verify'])
    await type('email', 'b@example.com')
    expect(errorKeys()).toEqual([])
  })
})

describe('an age that the vehicle group does not allow', () => {
  const errorText = () => document.querySelector('[data-error-for="birthDate"]')?.textContent
  it.each([
    ['2010-01-01', "The driver's age is not allowed for this vehicle group: 21 to 75 years at pick-up"], ['1940-01-01', 'The driver is above the maximum age for this vehicle group: 75 years at pick-up'],
  ])('born on %s is told with the group\'s own ages (DEC-119)', async (birthDate, text) => {
    const { scope } = await screenOf('verify-driver')
    await act(async () => { await allSettled(driverForms.main.verify.fieldChanged, { scope, params: { field: 'birthDate', value: birthDate } }) })
    await press('Next')
    expect(errorText()).toContain(text)
  })
})

describe('driver-details', () => {
  it('has all nine fields when the rules show them, the names closed, the city closed where the zip code decides (DRIVER-19, DRIVER-25)', async () => {
    await screenOf('driver-details')
    expect(names()).toEqual(['name', 'surname', 'address', 'countryId', 'zipCode', 'city', 'taxNumber', 'birthDate', 'birthPlace'])
    expect([input('name').readOnly, input('surname').readOnly, input('city').readOnly]).toEqual([true, true, true])
    expect([input('zipCode').maxLength, input('taxNumber').maxLength]).toEqual([14, 15])
  })

  it('has no box that the rules do not show (DRIVER-20)', async () => {
    await screenOf('driver-details', { rules: rulesOf(allRules({ address: { visible: false, mandatory: true } })) })
    expect(input('address')).toBeNull()
  })

  it.each([['normal', ['Next', 'Back']], ['additionalDriver', ['Next', 'Back', 'BackToVerifyDetails']]] as const)('has the buttons of the flow %s (DRIVER-31)', async (flow, keys) => {
    await screenOf('driver-details', { flow })
    expect([...document.querySelectorAll<HTMLElement>('.ck-actions [data-action]')].map(({ dataset }) => dataset['action'])).toEqual(keys)
  })

  it('empties country, zip code and city when what was typed matches no country (DRIVER-26, DEC-103)', async () => {
    await screenOf('driver-details')
    await type('countryId', '0000')
    await act(async () => { fireEvent.blur(input('countryId')) })
    expect([input('countryId').value, input('zipCode').value, input('city').value]).toEqual(['', '', ''])
  })

  it.each(['Po', 'pt', 'PRT', 'Portogallo'])('takes Portugal and keeps zip code and city when the box is left after %s (DEC-103, UX-3)', async (text) => {
    const driver = aDriver({ zipCode: '8000-138', city: 'Faro' })
    await screenOf('driver-details', { driver })
    await type('countryId', text)
    await act(async () => { fireEvent.blur(input('countryId')) })
    expect([input('countryId').value, input('zipCode').value, input('city').value]).toEqual(['Portugal', '8000-138', 'Faro'])
  })
})

describe('driver-contact', () => {
  it('lists every calling code once and takes it by number, and by name or code of its countries (DRIVER-35, DEC-103)', async () => {
    await screenOf('driver-contact')
    fireEvent.click(input('mobilePrefix'))
    expect([...document.querySelectorAll<HTMLElement>('[data-value]')].map(({ dataset, textContent }) => `${dataset['value']} ${textContent}`)).toEqual(['351 +351 Portugal', '41 +41 Switzerland'])
    await type('mobilePrefix', '41')
    await act(async () => { fireEvent.blur(input('mobilePrefix')) })
    expect(input('mobilePrefix').value).toBe('+41 Switzerland')
    await type('mobilePrefix', 'prt')
    await act(async () => { fireEvent.blur(input('mobilePrefix')) })
    expect(input('mobilePrefix').value).toBe('+351 Portugal')
  })
})

describe('driver-document and driver-document-license', () => {
  it('take the country of a licence by any of its names, the second one\'s too (DEC-103)', async () => {
    await screenOf('driver-document-license')
    await act(async () => { fireEvent.click(input('second.enabled')) })
    for (const [name, text] of [['issueCountry', 'CHE'], ['second.issueCountry', 'Suisse']] as const) {
      await type(name, text)
      await act(async () => { fireEvent.blur(input(name)) })
      expect(input(name).value).toBe('Switzerland')
    }
  })

  it('have image boxes only where images can be uploaded (DRIVER-40, DRIVER-48)', async () => {
    await screenOf('driver-document', { config: { isUploadAvailable: false } })
    expect(names()).toEqual(['idType', 'id', 'issueDate', 'expiryDate', 'issuePlace'])
    cleanup()
    await screenOf('driver-document-license')
    expect(names()).toEqual(['id', 'issueCountry', 'issueDate', 'expiryDate', 'issuePlace', 'imageFront', 'imageBack', 'second.enabled'])
  })

  it('offer to read the document where the tenant wants it, and show what was found', async () => {
    const { scope, screen } = await screenOf('driver-document', { config: { isDocumentScanAvailable: true }, scan: () => ({ number: 'L898902C3', expiryDate: '2032-04-15', birthDay: null }) })
    expect(names()[0]).toBe('scan')
    await act(async () => { await allSettled(documentModels.main.scan.chosen, { scope, params: new File(['x'], 'page.jpg') }) })
    expect(screen.getByText('Document number: L898902C3')).toBeTruthy()
    await press('Scan.use')
    expect(input('id').value).toBe('L898902C3')
    expect(screen.container.querySelector('[data-scan]')?.getAttribute('data-scan')).toBe('used')
  })

  it('show an image with its prefix once (DRIVER-63)', async () => {
    const { scope, screen } = await screenOf('driver-document')
    await act(async () => { await allSettled(driverForms.main.document.fieldChanged, { scope, params: { field: 'imageFront', value: 'AAAA' } }) })
    expect(screen.getByAltText('Front of the document').getAttribute('src')).toBe('data:image/webp;base64,AAAA')
  })

  it('open the second licence with names of its own, and only for the main driver (DRIVER-53, DRIVER-54)', async () => {
    await screenOf('driver-document-license')
    await act(async () => { fireEvent.click(input('second.enabled')) })
    expect(names()).toEqual(expect.arrayContaining(['second.id', 'second.issueDate', 'second.expiryDate', 'second.issuePlace', 'second.issueCountry', 'second.imageFront', 'second.imageBack']))
    await press('Submit')
    expect(errorKeys()).toContain('second.id FieldsError.second.id.Required')
    expect(['id', 'second.id'].map((name) => document.querySelector(`[data-error-for="${name}"]`)?.textContent)).toEqual(Array(2).fill(expect.stringContaining('Enter the driving licence number')))
    cleanup()
    await screenOf('driver-document-license', { flow: 'additionalDriver' })
    expect(input('second.enabled')).toBeNull()
  })

  it('show that a save is under way and take no second press (DRIVER-56)', async () => {
    let answer: () => void = () => undefined
    const driver = aDriver({ document: { idType: 'ID', id: '1', issuePlace: 'Faro', issueDate: '2020-01-01', expiryDate: '2031-01-01', imageFront: null, imageBack: null }, driverLicense: { id: 'L', issueDate: '2010-01-01', issuePlace: 'Faro', expiryDate: '2031-01-01', issueCountryId: 620, issueCountry: 'Portugal', imageFront: null, imageBack: null } })
    const { api, screen } = await screenOf('driver-document-license', { driver, api: { saveDriver: () => new Promise((done) => { answer = () => done(driver) }) } })
    await press('Submit')
    await press('Submit')
    expect(screen.getByRole('progressbar')).toBeTruthy()
    expect(api.calls.filter(({ name }) => name === 'saveDriver')).toHaveLength(1)
    await act(async () => { answer() })
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

describe('every screen in every language', () => {
  // The screens of a phone and of an invited driver begin without a form of the reservation's.
  it.each(remote.steps.filter(({ name }) => name !== 'hand-over' && name !== 'invitation').flatMap(({ name }) => languages.map((language) => [name, language] as const)))('%s shows no key instead of words and keeps its values: %s (SHELL-72, SHELL-80)', async (name, language) => {
    const { screen } = await screenOf(name, {}, language)
    await press(name === 'driver-document-license' ? 'Submit' : 'Next')
    const before = [...document.querySelectorAll<HTMLInputElement>('input:not([role="combobox"])')].map(({ value }) => value)
    await act(() => changeLanguage(language === 'fr' ? 'pt' : 'fr'))
    await act(() => changeLanguage(language))
    expect([...document.querySelectorAll<HTMLInputElement>('input:not([role="combobox"])')].map(({ value }) => value)).toEqual(before)
    expect(screen.container.textContent).not.toMatch(/\b(Field|Verify|Details|Contact|Document|Licence|Image|Save|FieldsError)\.\w/)
  })
})

describe('a driver that another device saved meanwhile', () => {
  const known = aDriver({ document: anIdentityDocument(), driverLicense: aDrivingLicence(), taxNumber: '123456789' })
  const newest = { ...known, countryId: 756, mobileObj: null, mobile: null, driverLicense: aDrivingLicence({ issueDate: '2012-03-04' }) }
  it.each(languages)('is listed with both values in words, stays until something is done about it, and lets the renter take the saved ones: %s (DEC-140, DEC-102)', async (language) => {
    const { reservation } = aReservation()
    const { screen } = await screenOf('driver-document-license', {
      driver: known, api: { saveDriver: refusedWith(409, 'VersionConflict'), getReservation: { reservation, driver: newest, addDriver: null, termsAccepted: true, rowVersion: 5 } },
    }, language)
    await press('Submit')
    const lines = () => [...document.querySelectorAll<HTMLElement>('[data-difference]')]
    expect(lines().map(({ dataset }) => dataset['difference'])).toEqual(['details.countryId', 'contact.mobilePrefix', 'contact.mobile', 'licence.issueDate'])
    expect(lines()[0]?.textContent).toContain('Switzerland')
    expect(screen.container.textContent).not.toMatch(/\b(Changed|Field)\.\w|2012-03-04|\{\{/)
    expect(document.activeElement).toBe(document.querySelector('[data-note="driver-changed"]'))
    for (let count = lines().length; count > 0; count -= 1) await press('TakeSaved')
    expect([lines().length, document.activeElement === document.querySelector('[data-note="driver-changed"]')]).toEqual([0, true])
  })
})
