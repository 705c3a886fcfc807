import { randomUUID } from 'node:crypto'
import type { FullTermsDraft, TermsContent, TermsDecision, TermsOverview } from '@checkin/internal'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFromToday } from '../../../test/fixtures/identity-app.fixture.ts'
import { aTermsText } from '../../../test/fixtures/terms.fixture.ts'
import { adminToken, fleetToken, tenantSettings, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

/** Operators by label, with the persons behind their tokens. */
const people = { Olga: { persons: ['olga'], behind: ['boss'] }, Petra: { persons: ['petra'], behind: ['boss'] }, Twin: { persons: ['olga', 'twin'], behind: ['boss'] } } as const
type Person = keyof typeof people
type Refused = FullTermsDraft & { readonly status: number; readonly code: string; readonly data: { readonly problem: string } }

const ask = (who: Person, method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) => api.app.inject({
  method, url: `/internal/v1/tenants/${path}`, ...(payload && { payload }),
  headers: { 'authorization': `Bearer ${adminToken}`, 'x-checkin-actor': who, 'x-checkin-identity': encodeURIComponent(JSON.stringify(people[who])) },
})

let companies = 0
/** A company of its own, whose renters must agree to one document. */
async function aCompany({ says = '', settingsApproval = false }: { readonly says?: string; readonly settingsApproval?: boolean } = {}): Promise<string> {
  companies += 1
  const id = `firm${companies}`
  const made = await ask('Olga', 'PUT', id, { host: `${id}.localhost`, settings: tenantSettings({ firmName: id, terms: ['rental'], settingsApproval }), fleetToken: fleetToken(id) })
  if (made.statusCode !== 200) throw new Error(made.body)
  if (says !== '') await ask('Olga', 'PUT', `${id}/terms/rental/en/2026-01-01`, aTermsText('Terms', says))
  return id
}

const aDraft = (says: string, validFrom = dayFromToday(0)) => ({ tag: 'rental', validFrom, note: 'for the season', contents: { en: aTermsText('Terms', says) } })
const save = async (who: Person, tenant: string, draft: object, draftId: string = randomUUID()) => (await ask(who, 'PUT', `${tenant}/terms-drafts/${draftId}`, draft)).json<Refused>()
const decide = async (who: Person, tenant: string, { draft: { draftId } }: FullTermsDraft, action: TermsDecision['action']) => (await ask(who, 'POST', `${tenant}/terms-drafts/${draftId}/decision`, { action })).json<Refused>()
const overview = async (tenant: string) => (await ask('Olga', 'GET', `${tenant}/terms`)).json<TermsOverview>()
/** What a renter in a language reads now. */
async function read(tenant: string, language = 'en'): Promise<string> {
  const answer = await api.call('GET', '/api/termsandconditions/rental', { host: `${tenant}.localhost:4000`, headers: { 'x-checkin-language': language } })
  return answer.statusCode === 200 ? (await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: true })).text : String(answer.statusCode)
}

describe('a draft of a document that renters agree to (DEC-348)', () => {
  it('is read by nobody until it is submitted; then renters agree to it in every language at once, and who agreed before keeps the old text', async () => {
    const tenant = await aCompany({ says: 'The old rule.' })
    const { id } = await api.stored(tenant, 'R1')
    const { token } = await api.session(tenant, id, 'verified', false)
    await api.call('POST', '/api/termsandconditions', { host: `${tenant}.localhost:4000`, token, body: { reference: 'R1', acceptedDate: dayFromToday(0), isAccepted: true } })
    const kept = await save('Olga', tenant, { ...aDraft('The new rule.'), contents: { en: aTermsText('Terms', 'The new rule.'), pt: aTermsText('Termos', 'A regra nova.') } })
    expect(kept.draft).toMatchObject({ state: 'draft', by: 'Olga', tag: 'rental', validFrom: dayFromToday(0), texts: [{ language: 'en', title: 'Terms' }, { language: 'pt', title: 'Termos' }] })
    expect([await read(tenant), await read(tenant, 'pt')].join()).not.toMatch(/new rule|regra nova/)
    expect(await decide('Olga', tenant, kept, 'submit')).toMatchObject({ draft: { state: 'published' } })
    expect(await read(tenant)).toContain('The new rule.')
    expect(await read(tenant, 'pt')).toContain('A regra nova.')
    const { termsDocuments } = (await api.fleet(tenant, 'GET', '/reservations/R1')).json<{ termsDocuments: { hash: string; validFrom: string }[] }>()
    expect(termsDocuments).toMatchObject([{ validFrom: '2026-01-01' }])
    const agreed = await api.fleet(tenant, 'GET', `/terms/${termsDocuments[0]?.hash}`)
    expect((await extractText(await getDocumentProxy(new Uint8Array(agreed.rawPayload)), { mergePages: true })).text).toContain('The old rule.')
    expect((await overview(tenant)).versions).toMatchObject([{ language: 'en', validFrom: dayFromToday(0), acceptances: 0, actor: 'Olga' }, { language: 'pt' }, { validFrom: '2026-01-01', acceptances: 1 }])
  })

  it('is one draft however often it is sent, and published once however often that is asked', async () => {
    const tenant = await aCompany({ says: 'The old rule.' })
    const kept = await save('Olga', tenant, aDraft('One.'))
    expect(await save('Olga', tenant, aDraft('Two.'), kept.draft.draftId)).toMatchObject({ draft: { draftId: kept.draft.draftId } })
    const first = await decide('Olga', tenant, kept, 'submit')
    expect(await decide('Olga', tenant, kept, 'submit')).toEqual(first)
    expect(await save('Olga', tenant, aDraft('Three.'), kept.draft.draftId)).toMatchObject({ status: 409, code: 'DraftClosed' })
    expect(await decide('Olga', tenant, kept, 'reject')).toMatchObject({ code: 'DraftClosed' })
    expect((await overview(tenant)).drafts).toHaveLength(1)
    expect(await read(tenant)).toContain('Two.')
  })

  it('comes on its day and is taken back before it, never after (a version that was in force stays)', async () => {
    const tenant = await aCompany({ says: 'The old rule.' })
    const [coming, present] = [await save('Olga', tenant, aDraft('Next week.', dayFromToday(7))), await save('Olga', tenant, aDraft('Today.'))]
    for (const each of [coming, present]) expect(await decide('Olga', tenant, each, 'submit')).toMatchObject({ draft: { state: 'published' } })
    expect(await read(tenant)).toContain('Today.')
    const withdrawn = await decide('Petra', tenant, coming, 'withdraw')
    expect(withdrawn).toMatchObject({ draft: { state: 'withdrawn', decidedBy: 'Petra' } })
    expect(await decide('Petra', tenant, coming, 'withdraw')).toEqual(withdrawn)
    expect(await decide('Petra', tenant, present, 'withdraw')).toMatchObject({ status: 409, code: 'TermsInForce' })
    expect((await overview(tenant)).versions.map(({ validFrom }) => validFrom)).toEqual([dayFromToday(0), '2026-01-01'])
    const again = await save('Olga', tenant, aDraft('The old rule.', dayFromToday(1)))
    expect(await decide('Olga', tenant, again, 'submit'), 'an older text comes back as a new version').toMatchObject({ draft: { state: 'published' } })
  })

  it.each<readonly [what: string, draft: { readonly validFrom: string; readonly contents: Readonly<Record<string, TermsContent>> }, problem: string]>([
    ['changes a version that renters were shown', { validFrom: '2026-01-01', contents: { en: aTermsText('Terms', 'Another rule.') } }, 'DayIsTaken'],
    ['begins in the past', { validFrom: '2026-03-01', contents: { en: aTermsText('Terms', 'Another rule.') } }, 'DayIsPast'],
    ['begins in the past in a language that had no text', { validFrom: '2026-03-01', contents: { de: aTermsText('Bedingungen', 'Eine Regel.') } }, 'DayIsPast'],
    ['is a text from right to left', { validFrom: dayFromToday(3), contents: { ar: aTermsText('الشروط', 'لا شواطئ.') } }, 'RightToLeft'],
  ])('that %s is refused with its reason', async (_what, draft, problem) => {
    const tenant = await aCompany({ says: 'The old rule.' })
    expect(await save('Olga', tenant, { ...aDraft(''), ...draft })).toMatchObject({ status: 422, code: 'UnusableTerms', data: { problem } })
    expect((await overview(tenant)).drafts).toEqual([])
  })

  it('adds a language to the version in force, and changes nobody else\'s text', async () => {
    const tenant = await aCompany({ says: 'The old rule.' })
    const translated = await save('Olga', tenant, { ...aDraft('', '2026-01-01'), contents: { pt: aTermsText('Termos', 'A regra antiga.') } })
    expect(await decide('Olga', tenant, translated, 'submit')).toMatchObject({ draft: { state: 'published' } })
    expect(await read(tenant, 'pt')).toContain('A regra antiga.')
    expect(await read(tenant, 'fr')).toContain('The old rule.')
  })

  it('changes nothing where its day went to another version meanwhile', async () => {
    const tenant = await aCompany({ says: 'The old rule.' })
    const [one, other] = [await save('Olga', tenant, aDraft('One.')), await save('Petra', tenant, aDraft('Other.'))]
    await decide('Olga', tenant, one, 'submit')
    expect(await decide('Petra', tenant, other, 'submit')).toMatchObject({ draft: { state: 'outdated', problem: expect.stringContaining('another day') as string } })
    expect(await read(tenant)).toContain('One.')
  })

  it('of another company is not there', async () => {
    const kept = await save('Olga', await aCompany(), aDraft('One.'))
    expect((await ask('Olga', 'GET', `${await aCompany()}/terms-drafts/${kept.draft.draftId}`)).statusCode).toBe(404)
  })
})

describe('documents of a company that wants a second person (DEC-348, DEC-320)', () => {
  it('are published by two people: neither directly, nor by who submitted, nor by who stands behind the token', async () => {
    const tenant = await aCompany({ settingsApproval: true })
    expect((await ask('Olga', 'PUT', `${tenant}/terms/rental/en/2026-01-01`, aTermsText('Terms'))).json()).toMatchObject({ status: 409, code: 'NeedsSecondPerson' })
    const kept = await save('Olga', tenant, aDraft('The new rule.'))
    expect(await decide('Petra', tenant, kept, 'approve'), 'nobody has submitted it').toMatchObject({ code: 'DraftClosed' })
    expect(await decide('Olga', tenant, kept, 'submit')).toMatchObject({ draft: { state: 'waiting' } })
    for (const who of ['Olga', 'Twin'] as const) expect(await decide(who, tenant, kept, 'approve'), who).toMatchObject({ status: 403, code: 'SamePerson' })
    expect(await read(tenant)).toBe('404')
    expect(await decide('Petra', tenant, kept, 'approve')).toMatchObject({ draft: { state: 'published', decidedBy: 'Petra' } })
    expect(await read(tenant)).toContain('The new rule.')
    const [published] = (await overview(tenant)).versions
    expect(published?.actor).toBe('Olga, approved by Petra')
    expect((await ask('Olga', 'PUT', `${tenant}/terms/rental/en/${dayFromToday(0)}`, aTermsText('Terms', 'The new rule.'))).statusCode, 'the same again is no change').toBe(200)
  })

  it('that were given up stay unread, whoever approves later', async () => {
    const tenant = await aCompany({ settingsApproval: true })
    const kept = await save('Olga', tenant, aDraft('The new rule.'))
    await decide('Olga', tenant, kept, 'submit')
    expect(await decide('Petra', tenant, kept, 'reject')).toMatchObject({ draft: { state: 'rejected', decidedBy: 'Petra' } })
    expect(await decide('Petra', tenant, kept, 'approve')).toMatchObject({ code: 'DraftClosed' })
    expect(await read(tenant)).toBe('404')
  })
})

it('a text is previewed as renters would read it, and nothing is kept (DEC-348)', async () => {
  const tenant = await aCompany()
  const preview = (language: string) => ask('Petra', 'POST', `${tenant}/terms-preview`, { language, validFrom: dayFromToday(7), content: aTermsText('Terms', 'Soon.') })
  const answer = await preview('en')
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect((await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: true })).text).toContain('Soon.')
  expect((await preview('ar')).json()).toMatchObject({ status: 422, code: 'UnusableTerms' })
  expect(await overview(tenant)).toMatchObject({ versions: [], drafts: [], today: dayFromToday(0), needsApproval: false })
})

it('the database itself lets nobody change what a version says (DEC-348)', async () => {
  const tenant = await aCompany({ says: 'The old rule.' })
  await expect(api.database.withTenant(tenant, (transaction) => transaction.updateTable('terms_document').set({ content: '{}' }).execute())).rejects.toThrow(/permission denied/)
})
