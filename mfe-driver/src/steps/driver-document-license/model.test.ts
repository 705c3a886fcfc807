import { uploadProgressed } from '@checkin/api/client'
import { contract } from '@checkin/api'
import { aDriver, aDrivingLicence, anIdentityDocument, aReservation, noNetwork, refusedWith } from '@checkin/api/testing'
import { addDays, addYears, todayIn } from '@checkin/forms'
import { driverLicenceLeft, driverSaved, problemOccurred, requirementMissed } from '@checkin/flow'
import { $reservation, reservationReloaded, sessionCleared } from '@checkin/flow/publish/shell'
import { collected, inTurn, turn } from '@checkin/testing'
import { allSettled } from 'effector'
import { beforeEach, describe, expect, it } from 'vitest'
import { driverForms } from '../../forms/driver-forms.ts'
import type { Subject } from '../../subject.ts'
import { aPage, callsOf, rulesOf, visit, type Page as PageDouble, type PageOptions } from '../../test/shell-double.ts'
import { opened as verifyOpened } from '../verify-driver/model.ts'
import type { LicencesField } from '../../domain/form-defaults.ts'
import { backPressed, closed, licenceModels, opened } from './model.ts'

const today = todayIn('Europe/Lisbon')
const known = aDriver({ document: anIdentityDocument(), driverLicense: aDrivingLicence(), taxNumber: '123456789' })
const second: Partial<Record<LicencesField, string>> = {
  'second.id': 'B-2', 'second.issueDate': '2015-01-01', 'second.expiryDate': '2030-01-01', 'second.issuePlace': 'Bern', 'second.issueCountry': '756',
}

async function shown(options: PageOptions = {}) {
  const page = aPage({ driver: known, ...options })
  const { scope } = page
  const subject: Subject = options.flow === 'additionalDriver' ? 'additional' : 'main'
  const model = licenceModels[subject]
  const published = { saved: collected(scope, driverSaved), problems: collected(scope, problemOccurred), left: collected(scope, driverLicenceLeft) }
  await allSettled(opened, { scope, params: visit('driver-document-license') })
  const type = async (values: Partial<Record<LicencesField, string>>): Promise<void> => {
    for (const [field, value] of Object.entries(values)) await allSettled(model.form.fieldChanged, { scope, params: { field: field as LicencesField, value } })
  }
  const submit = () => inTurn(scope, turn(model.form.submitted))
  const body = () => (callsOf(page, 'saveDriver').at(-1) as { body: { driver: Record<string, unknown>; addDriver: boolean; reservation: string; sessionKey: string } } | undefined)?.body
  return { page, scope, model, ...published, type, submit, body, errors: () => scope.getState(model.form.$errors), values: () => scope.getState(model.form.$values) }
}

beforeEach(() => {
  sessionStorage.clear()
})

describe('the driving licence', () => {
  it('wants every field that a rule makes mandatory (DRIVER-49)', async () => {
    const { submit, errors } = await shown({ driver: aDriver({ document: anIdentityDocument() }) })
    await submit()
    expect(errors()).toEqual({ id: 'Required', issueDate: 'Required', expiryDate: 'Required', issuePlace: 'Required', issueCountry: 'Required' })
  })

  it.each([[today, undefined], [addDays(today, 1), 'MaxExceeded'], ['1990-05-01', undefined], ['1990-04-30', 'MinRequired']])('was issued between the birth of its owner and today: %s (DRIVER-50)', async (issueDate, kind) => {
    const { submit, type, errors } = await shown()
    await type({ issueDate })
    await submit()
    expect(errors().issueDate).toBe(kind)
  })

  it.each([['2026-12-05', 'MinRequired'], ['2026-12-06', undefined], [addYears(today, 60), undefined], [addDays(addYears(today, 60), 1), 'MaxExceeded']])('is valid beyond the return and at most 60 years: %s (DRIVER-51, CONST-14)', async (expiryDate, kind) => {
    const { submit, type, errors } = await shown()
    await type({ expiryDate })
    await submit()
    expect(errors().expiryDate).toBe(kind)
  })

  it('wants both sides where one is needed (DRIVER-52, DEC-91)', async () => {
    const { submit, type, errors } = await shown({ config: { isUploadMandatory: true } })
    await type({ imageFront: 'AAAA' })
    await submit()
    expect(errors()).toEqual({ imageBack: 'Required' })
  })

  it('offers a second licence to the main driver only (DRIVER-53)', async () => {
    for (const [flow, offered] of [['normal', true], ['additionalDriver', false]] as const) {
      const { scope, model } = await shown({ flow })
      await inTurn(scope, turn(model.secondTicked, true))
      expect(scope.getState(model.$hasSecond)).toBe(offered)
    }
  })

  it('holds the second licence to rules of its own and lists its errors under second (DRIVER-54, DEC-89)', async () => {
    const rules = rulesOf(undefined, { id: { visible: true, mandatory: true }, issuePlace: { visible: false, mandatory: true } })
    const { scope, model, submit, type, errors } = await shown({ rules })
    await inTurn(scope, turn(model.secondTicked, true))
    await type({ 'second.expiryDate': '2020-01-01' })
    await submit()
    expect(errors()).toEqual({ 'second.id': 'Required', 'second.expiryDate': 'MinRequired' })
  })

  it('asks nothing about a second licence that is not ticked (DRIVER-53)', async () => {
    const { submit, saved } = await shown()
    await submit()
    expect(saved).toEqual([{ addDriver: false }])
  })

  it('leaves by Back (DEC-57, STATES S1.29, S2.15)', async () => {
    const { scope, left } = await shown()
    await inTurn(scope, turn(backPressed))
    expect(left).toEqual([{}])
  })
})

describe('the save', () => {
  it('sends the driver once, in the shape of the contract, and publishes it (DRIVER-56, DEC-38, STATES S1.27)', async () => {
    const { submit, saved, page, body } = await shown()
    await submit()
    expect(callsOf(page, 'saveDriver')).toHaveLength(1)
    expect(body()).toMatchObject({
      reservation: 'R1001', addDriver: false, sessionKey: 'session-key-1',
      driver: {
        id: 7, name: 'Maria', surname: 'Silva', birthDate: '1990-05-01', countryId: 620, country: 'Portugal', mobile: '+351912345678', mobileObj: { prefix: '351', phone: '912345678' },
        document: { id: '12345678', expiryDate: '2030-03-01' }, driverLicense: { id: 'FA-123456', issueCountryId: 620, issueCountry: 'Portugal' },
      },
    })
    expect(contract.saveDriver.body.safeParse(body()).success).toBe(true)
    expect(saved).toEqual([{ addDriver: false }])
  })

  it('sends the second licence without the client\'s own mark, and none that is not ticked (DRIVER-55, DATA-07)', async () => {
    const { scope, model, type, submit, body } = await shown()
    await submit()
    expect(body()?.driver).not.toHaveProperty('secondDriverLicense')
    await inTurn(scope, turn(model.secondTicked, true))
    await type(second)
    await submit()
    expect(body()?.driver['secondDriverLicense']).toMatchObject({ id: 'B-2', issueCountryId: 756, issueCountry: 'Switzerland' })
    expect(JSON.stringify(body())).not.toContain('enabled')
    expect(contract.saveDriver.body.safeParse(body()).success).toBe(true)
  })

  it('takes a second licence that is on file away when its tick is removed (DRIVER-55, DEC-120)', async () => {
    const { scope, model, submit, body } = await shown({ driver: { ...known, secondDriverLicense: aDrivingLicence({ id: 'B-2' }) } })
    expect(scope.getState(model.$hasSecond)).toBe(true)
    await inTurn(scope, turn(model.secondTicked, false))
    await submit()
    expect(body()?.driver['secondDriverLicense']).toBeNull()
    expect(contract.saveDriver.body.safeParse(body()).success).toBe(true)
  })

  it('sends new images without a prefix, leaves those out that did not change, empties those that were removed (DRIVER-63, DEC-77)', async () => {
    const licence = aDrivingLicence({ imageFront: 'T0xE', hasImageFront: true, imageBack: null, hasImageBack: true })
    const { submit, type, body, values } = await shown({ driver: { ...known, driverLicense: licence } })
    expect([values().imageFront, values().imageBack]).toEqual(['T0xE', 'on-file'])
    await submit()
    expect(Object.keys(body()?.driver['driverLicense'] as object)).not.toContain('imageFront')
    await type({ imageFront: 'data:image/webp;base64,TkVX', imageBack: '' })
    await submit()
    expect(body()?.driver['driverLicense']).toMatchObject({ imageFront: 'TkVX', hasImageFront: true, imageBack: '', hasImageBack: false })
  })

  it('says in the additional flow that it is the additional driver (DRIVER-56, STATES S2.16)', async () => {
    const { submit, saved, body } = await shown({ flow: 'additionalDriver', addDriver: { ...known, id: 42, name: 'Rui', surname: 'Costa' } })
    await submit()
    expect([saved, body()?.addDriver, body()?.driver['name']]).toEqual([[{ addDriver: true }], true, 'Rui'])
  })

  it('reports offers that are not answered yet as skipped, and nothing of answered ones (DRIVER-58, DEC-47, STATES S1.27)', async () => {
    const open = await shown()
    await open.submit()
    expect(callsOf(open.page, 'postAnalytics')).toEqual([{ body: { sessionKey: 'session-key-1', analyticsData: [{ viewTag: 'adview', action: 'skip' }, { viewTag: 'upview', action: 'skip' }] } }])
    const answered = await shown({ addDriver: aDriver({ id: 8, name: 'Rui', surname: 'Costa' }) })
    await answered.submit()
    expect(callsOf(answered.page, 'postAnalytics')).toMatchObject([{ body: { analyticsData: [{ viewTag: 'upview', action: 'skip' }] } }])
  })

  it('reports an additional driver as complete (DEC-47, STATES S2.16)', async () => {
    const { submit, page } = await shown({ flow: 'additionalDriver', addDriver: { ...known, id: 42, name: 'Rui', surname: 'Costa' } })
    await submit()
    expect(callsOf(page, 'postAnalytics')).toMatchObject([{ body: { analyticsData: [{ viewTag: 'adview', action: 'complete' }, { viewTag: 'upview', action: 'skip' }] } }])
  })

  it.each([
    [refusedWith(400, 'EmailInUse'), 'EmailInUseOrDataIncorrect'], [refusedWith(400, 'InvalidRequest'), 'Notice.driverDataMissing'], [refusedWith(503, 'Unavailable'), 'Notice.tryAgainSoon'], [refusedWith(400, 'AgeNotAllowed'), 'AgeNotAllowedForReservation'],
    [refusedWith(400, 'CannotUpdate'), 'CannotUpdateReservation'], [refusedWith(409, 'ReadOnlySession'), 'CannotUpdateReservation'], [refusedWith(400, 'SameDriver'), 'SameDriverError'],
    [refusedWith(400, 'Undesirable'), 'UndesirableDriverError'], [refusedWith(409, 'HasRentalAgreement'), 'IsntPossibleChangeThisReservation'], [noNetwork(), 'SomethingHappened'],
  ])('that fails says why, keeps the data and stays (DRIVER-59, ERR-29 to ERR-31, STATES S1.28, S2.18)', async (failure, key) => {
    const { submit, saved, problems, values, page } = await shown({ api: { saveDriver: failure } })
    await submit()
    expect([saved, problems.map((problem) => problem.key), values().id]).toEqual([[], [key], 'FA-123456'])
    expect(callsOf(page, 'postAnalytics')).toEqual([])
  })

  it('that names fields marks them until they are changed, also when their screen opens again, and shows the way to those of other screens (DEC-102, ERR-31, UX-1)', async () => {
    const issues = [{ path: 'driver.zipCode', code: 'invalid' }, { path: 'driver.driverLicense.issuePlace', code: 'required' }]
    const { scope, model, submit, type, errors } = await shown({ api: { saveDriver: refusedWith(400, 'InvalidRequest', { data: { issues } }) } })
    const missed = collected(scope, requirementMissed)
    await submit()
    expect([errors(), scope.getState(model.$elsewhere), missed]).toEqual([{ issuePlace: 'Required' }, [{ form: 'details', field: 'zipCode', kind: 'invalid' }], []])
    await allSettled(model.openPressed, { scope, params: 'details' })
    expect(missed).toEqual([{ code: 'DriverDataRefused', step: 'driver-details' }])
    const { details, opened: formsOpened } = driverForms.main
    await allSettled(formsOpened, { scope })
    expect(scope.getState(details.$errors)).toEqual({ zipCode: 'invalid' })
    await allSettled(details.fieldChanged, { scope, params: { field: 'zipCode', value: '8000-138' } })
    await type({ issuePlace: 'Faro' })
    await allSettled(formsOpened, { scope })
    expect([scope.getState(details.$errors), errors(), scope.getState(model.$elsewhere)]).toEqual([{}, {}, []])
  })

  it('that refuses an address of somebody else marks it on the contact screen (DRIVER-34, DEC-102, UX-1)', async () => {
    const { scope, model, submit } = await shown({ api: { saveDriver: refusedWith(400, 'EmailInUse') } })
    await submit()
    expect([scope.getState(model.$elsewhere), scope.getState(driverForms.main.contact.$errors)]).toEqual([[{ form: 'contact', field: 'email', kind: 'inUse' }], { email: 'inUse' }])
  })

  it('repeats an unanswered try under the same key, and takes a new one for other data (DEC-48)', async () => {
    const { submit, type, page } = await shown({ api: { saveDriver: noNetwork() } })
    await submit()
    await submit()
    await type({ issuePlace: 'Lagos' })
    await submit()
    const keys = callsOf(page, 'saveDriver').map((input) => (input as { idempotencyKey: string }).idempotencyKey)
    expect([keys[0] === keys[1], keys[1] === keys[2], keys[0]?.length]).toEqual([true, false, 32])
  })

  it('takes a new key after an answer (DEC-48)', async () => {
    const { submit, page } = await shown({ api: { saveDriver: refusedWith(400, 'EmailInUse') } })
    await submit()
    await submit()
    const keys = callsOf(page, 'saveDriver').map((input) => (input as { idempotencyKey: string }).idempotencyKey)
    expect(new Set(keys).size).toBe(2)
  })

  it('goes back to the document when a reload took its number, instead of saving without it (DEC-18)', async () => {
    const { submit, saved, left, problems, page } = await shown({ driver: { ...known, document: null } })
    await submit()
    expect([saved, left, problems]).toEqual([[], [{}], [{ key: 'Notice.documentAgain', state: 'info' }]])
    expect(callsOf(page, 'saveDriver')).toEqual([])
  })

  it('says how much of it has left the page, of this call only (DRIVER-56)', async () => {
    let answer: () => void = () => undefined
    const { scope, model, submit } = await shown({ api: { saveDriver: () => new Promise((done) => { answer = () => { done(known) } }) } })
    const sent = (name: 'saveDriver' | 'updateReservation', bytes: number) => allSettled(uploadProgressed, { scope, params: { name, sent: bytes, total: 3000 } })
    const saving = submit()
    const seen = [scope.getState(model.$percentSent)]
    for (const [name, bytes] of [['saveDriver', 1000], ['updateReservation', 3000], ['saveDriver', 2999], ['saveDriver', 3000]] as const) {
      void sent(name, bytes)
      seen.push(scope.getState(model.$percentSent))
    }
    answer()
    await saving
    expect([...seen, scope.getState(model.$percentSent)]).toEqual([null, 33, 33, 99, 100, null])
  })

  it('forgets what was typed only when the stored data are here again (DEC-38)', async () => {
    const { scope, type, submit, values } = await shown()
    await type({ issuePlace: 'Lagos' })
    await submit()
    await allSettled(reservationReloaded, { scope, params: { ok: false } })
    expect(values().issuePlace).toBe('Lagos')
    await submit()
    const { reservation } = aReservation()
    await allSettled($reservation, { scope, params: { reservation, driver: known, addDriver: null } } as never)
    await allSettled(reservationReloaded, { scope, params: { ok: true } })
    expect(values().issuePlace, 'the screen stands as it is until it is left (DEC-257)').toBe('Lagos')
    await allSettled(closed, { scope })
    expect(values().issuePlace).toBe('')
    expect(sessionStorage).toHaveLength(0)
  })

  it('leaves nothing of anybody when the session is cleared (DEC-85, STATES S2.19)', async () => {
    const { scope, type, values } = await shown()
    await type({ issuePlace: 'Lagos' })
    await allSettled(sessionCleared, { scope, params: {} })
    expect([values().id, values().issuePlace, sessionStorage.length]).toEqual(['', '', 0])
  })

  it('starts from the licence number of the first screen (DRIVER-12)', async () => {
    const { scope, model } = await shown({ driver: null })
    await allSettled(verifyOpened, { scope, params: visit('verify-driver') })
    await allSettled(driverForms.main.verify.fieldChanged, { scope, params: { field: 'driversLicense', value: 'P-777' } })
    await allSettled(opened, { scope, params: visit('driver-document-license') })
    expect(scope.getState(model.form.$values).id).toBe('P-777')
  })
})

describe('somebody else changed the reservation meanwhile (DEC-127)', () => {
  const { reservation } = aReservation()
  const api = (driver: typeof known) => ({
    getReservation: { reservation, driver, addDriver: null, termsAccepted: true, rowVersion: 5 },
    saveDriver: ({ body: { rowVersion } }: { readonly body: { readonly rowVersion?: number | undefined } }) => (rowVersion === 5 ? known : refusedWith(409, 'VersionConflict')),
  })
  const sent = (page: PageDouble) => (callsOf(page, 'saveDriver') as { readonly body: { readonly rowVersion?: number }; readonly idempotencyKey: string }[]).map(({ body: { rowVersion } }) => rowVersion)

  it('the driver is saved on the newest version where its data on file are the same, each try under a key of its own', async () => {
    const { page, submit, saved, problems } = await shown({ api: api({ ...known, driverLicense: aDrivingLicence({ imageFront: null }) }) })
    await submit()
    expect([sent(page), saved, problems]).toEqual([[1, 5], [{ addDriver: false }], []])
    const keys = callsOf(page, 'saveDriver').map((call) => (call as { readonly idempotencyKey: string }).idempotencyKey)
    expect(new Set(keys).size).toBe(2)
  })

  it('else it is said, what was typed stays, and the next save replaces what is newer', async () => {
    const { page, submit, type, saved, problems, values } = await shown({ api: api({ ...known, address: 'Rua Nova 2' }) })
    await type({ id: 'FA-777' })
    await submit()
    expect([sent(page), saved, values().id]).toEqual([[1], [], 'FA-777'])
    expect(problems).toEqual([{ key: 'Notice.driverChanged' }])
    await submit()
    expect([sent(page), saved]).toEqual([[1, 5], [{ addDriver: false }]])
  })

  describe('lists what differs, and the renter takes either (DEC-140)', () => {
    /** Longer than a renter may type. */
    const address = `Rua Nova 2, ${'bloco '.repeat(20)}A`
    const saved = { ...known, address, document: anIdentityDocument({ id: 'AB123' }), driverLicense: aDrivingLicence({ issuePlace: 'Porto' }) }
    const listed = async () => {
      const page = await shown({ api: api(saved) })
      await page.type({ issuePlace: 'Lagos', expiryDate: '2031-01-01' })
      await page.submit()
      const differences = () => page.scope.getState(page.model.$differences)?.map(({ form, field, here, saved: there }) => [`${form}.${field}`, here, there])
      const take = (form: 'details' | 'document' | 'licence', field: string) => allSettled(page.model.takePressed, { scope: page.scope, params: { form, field } })
      return { ...page, differences, take }
    }

    it('field by field, what was saved elsewhere beside what stands here, and nothing that only this renter changed', async () => {
      const { differences } = await listed()
      expect(differences()).toEqual([
        ['details.address', known.address, address], ['document.id', anIdentityDocument().id, 'AB123'], ['licence.issuePlace', 'Lagos', 'Porto'],
      ])
    })

    it('what is taken stands in its form exactly as it was saved, is in the draft, and is no difference any more', async () => {
      const { differences, take, submit, body, scope } = await listed()
      await take('details', 'address')
      await take('document', 'id')
      expect([differences(), scope.getState(driverForms.main.document.$values).id]).toEqual([[['licence.issuePlace', 'Lagos', 'Porto']], 'AB123'])
      expect(sessionStorage.getItem('checkin.draft.driver-details/main')).toContain('Rua Nova 2')
      await submit()
      expect(body()?.driver).toMatchObject({ address, document: { id: 'AB123' }, driverLicense: { issuePlace: 'Lagos', expiryDate: '2031-01-01' } })
    })

    it('what is not taken stays as it was typed, and the next save replaces what is newer', async () => {
      const { submit, body, take, differences, saved: published } = await listed()
      await take('licence', 'nothing of that name')
      expect(differences()).toHaveLength(3)
      await submit()
      expect(body()?.driver).toMatchObject({ address: known.address, driverLicense: { issuePlace: 'Lagos' } })
      expect(published).toEqual([{ addDriver: false }])
    })

    it('is forgotten with the session, and nothing of it is in any alert', async () => {
      const { scope, differences, problems } = await listed()
      expect(JSON.stringify(problems)).not.toMatch(/Rua|AB123|Porto|Lagos/)
      await allSettled(sessionCleared, { scope, params: {} })
      expect(differences()).toBeUndefined()
    })
  })
})
