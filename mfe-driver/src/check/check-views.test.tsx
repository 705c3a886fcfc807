import { aDriver, aDrivingLicence, anIdentityDocument } from '@checkin/api/testing'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { allSettled } from 'effector'
import { beforeEach, describe, expect, it } from 'vitest'
import { driverForms } from '../forms/driver-forms.ts'
import { photosModels } from '../photos/photos.model.ts'
import { opened } from '../steps/verify-driver/model.ts'
import { VerifyDriverView } from '../steps/verify-driver/view.tsx'
import { show } from '../test/render.tsx'
import { aPage, scanFirst, specimens, visit, type PageOptions } from '../test/shell-double.ts'

const whole = aDriver({ document: anIdentityDocument(), driverLicense: aDrivingLicence(), taxNumber: '123456789' })

async function shown(query: Readonly<Record<string, string>>, options: PageOptions = {}) {
  const page = aPage({ config: scanFirst, driver: whole, read: (kind) => ({ kind: 'read', reading: specimens[kind] }), ...options })
  const subject = options.flow === 'additionalDriver' ? 'additional' as const : 'main' as const
  if (query['view'] === 'check') await allSettled(driverForms[subject].verify.fieldChanged, { scope: page.scope, params: { field: 'driverId', value: '7' } })
  await allSettled(opened, { scope: page.scope, params: visit('verify-driver', query) })
  const screen = await show(VerifyDriverView, page.scope)
  // The part that comes late.
  if (options.config === undefined) await waitFor(() => { expect(document.querySelector('[data-photos], [data-part]')).not.toBeNull() })
  return { ...page, screen }
}

const input = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!
const names = (): string[] => [...document.querySelectorAll<HTMLInputElement>('input')].map(({ name }) => name).filter((name) => !/\.(camera|day|month|year)$/.test(name))
const press = (selector: string): Promise<void> => act(async () => { fireEvent.click(document.querySelector(selector)!) })

beforeEach(() => { sessionStorage.clear() })

describe('the first screen that begins with pictures (DEC-176)', () => {
  it('has the fields to type beside them, each picture by file too', async () => {
    await shown({})
    expect(names()).toEqual(['photo.document.front', 'photo.licence.front', 'photo.licence.back', 'photo.document.back', 'name', 'surname', 'birthDate', 'email', 'driversLicense'])
    await press('[data-action="Photos.type"]')
    expect(document.activeElement?.getAttribute('data-field') ?? (document.activeElement as HTMLInputElement).name).toBe('birthDate.day')
  })

  it('asks to check at the field what was read without proof, and shows the picture by a small one (DEC-305)', async () => {
    const { scope } = await shown({}, { driver: null, image: () => 'UklGRg==', preview: () => 'data:image/webp;base64,U21hbGw=' })
    await act(async () => { await allSettled(photosModels.main.taken, { scope, params: { side: 'licence.front', file: new File(['x'], 'a.png') } }) })
    expect(input('driversLicense').value).toBe('P-987654')
    expect(document.querySelector('#field-driversLicense-hint')?.textContent).toContain('please check')
    expect(document.querySelector('[data-side="licence.front"]')?.getAttribute('data-state')).toBe('read')
    expect(document.querySelector('[data-side="licence.front"] img')?.getAttribute('src')).toBe('data:image/webp;base64,U21hbGw=')
  })

  it('is the usual one where the tenant has none', async () => {
    await shown({}, { config: {} })
    expect([document.querySelector('[data-photos]'), names()]).toEqual([null, ['name', 'surname', 'birthDate', 'email', 'driversLicense']])
  })
})

describe('the view on which everything is checked (DEC-176)', () => {
  it('shows each value with a way to change it, which opens its field in its place with the focus', async () => {
    const { screen } = await shown({ view: 'check' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check what we read')
    expect([...document.querySelectorAll<HTMLElement>('[data-part]')].map(({ dataset }) => dataset['part'])).toEqual(['details', 'contact', 'document', 'licence'])
    expect(names()).toEqual(['second.enabled'])
    // The main driver's names are the reservation's.
    expect(document.querySelector('[data-row="details.name"] button')).toBeNull()
    await press('[data-row="details.address"] [data-action="Check.change"]')
    expect(document.activeElement).toBe(input('address'))
  })

  it('has the fields of document and licence beside each other, with names and ids of their own', async () => {
    await shown({ view: 'check' }, { driver: { ...whole, document: null, driverLicense: null } })
    expect(names()).toEqual(expect.arrayContaining(['document.id', 'document.expiryDate', 'id', 'expiryDate', 'issueCountry']))
    const ids = [...document.querySelectorAll<HTMLElement>('[id]')].map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    await press('[data-action="Submit"]')
    const keys = [...document.querySelectorAll<HTMLElement>('[data-error-key]')].map(({ dataset }) => `${dataset['errorFor']} ${dataset['errorKey']}`)
    expect(keys).toEqual(expect.arrayContaining(['document.id FieldsError.id.Required', 'expiryDate FieldsError.expiryDate.Required']))
    expect(document.activeElement?.className).toBe('ck-summary')
  })

  it('leads an additional driver back to the first screen for a name', async () => {
    await shown({ view: 'check' }, { flow: 'additionalDriver', addDriver: { ...whole, name: 'Rui' } })
    expect(document.querySelector('[data-row="details.name"] [data-action="Check.change"]')).not.toBeNull()
    expect(input('second.enabled')).toBeNull()
  })
})
