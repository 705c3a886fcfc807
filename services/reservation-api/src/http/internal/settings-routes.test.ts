import { randomUUID } from 'node:crypto'
import type { FullDraft, SettingsHistory } from '@checkin/internal'
import type * as z from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminToken, tenantSettings, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'
import { startDraftWorker } from '../../tenants/draft-worker.ts'
import { putTenant } from '../../tenants/tenant-store.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

/** Operators by label, with the persons behind their tokens. */
const people = { Olga: { persons: ['olga'], behind: ['boss'] }, Petra: { persons: ['petra'], behind: ['boss'] }, Twin: { persons: ['olga', 'twin'], behind: ['boss'] }, Made: { persons: ['made'], behind: ['olga'] } } as const
type Person = keyof typeof people
const tenant = '/internal/v1/tenants/costaverde'
const call = async <Answer>(who: Person, method: 'GET' | 'PUT' | 'POST', path: string, { body, ifMatch }: { readonly body?: object; readonly ifMatch?: number } = {}): Promise<Answer> => (await api.app.inject({
  method, url: `${tenant}${path}`, ...(body && { payload: body }),
  headers: { 'authorization': `Bearer ${adminToken}`, 'x-checkin-actor': who, 'x-checkin-identity': encodeURIComponent(JSON.stringify(people[who])), ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }) },
})).json<Answer>()

type Draft = z.infer<typeof FullDraft>
type Refused = Draft & { readonly status: number; readonly code: string }
type Settings = Parameters<typeof tenantSettings>[0]
const history = () => call<SettingsHistory>('Olga', 'GET', '/settings')
const save = async (who: Person, settings: Settings, draftId: string = randomUUID(), ifMatch?: number) =>
  call<Refused>(who, 'PUT', `/settings/drafts/${draftId}`, { body: { note: 'for the season', settings: tenantSettings(settings) }, ifMatch: ifMatch ?? (await history()).revision })
const decide = (who: Person, { draft: { draftId } }: Draft, action: 'submit' | 'approve' | 'reject', applyAt: string | null = null) =>
  call<Refused>(who, 'POST', `/settings/drafts/${draftId}/decision`, { body: { action, ...(action === 'submit' && { applyAt }) } })
const put = (who: Person, settings: Settings) => call<{ readonly code: string; readonly revision: number }>(who, 'PUT', '', { body: { host: 'costaverde.localhost', settings: tenantSettings(settings) } })
const restore = (who: Person, revision: number, ifMatch: number) => call<{ readonly code: string; readonly revision: number }>(who, 'POST', `/settings/revisions/${revision}/restore`, { ifMatch })
const served = async () => (await call<{ settings: { firmName: string; phone: string } }>('Olga', 'GET', `/settings/revisions/${(await history()).revision}`)).settings
const soon = (): string => new Date(Date.now() + 3_600_000).toISOString()

/** The hour of everything that waits for one comes, and another process looks. */
async function hourComes(): Promise<void> {
  await api.database.kysely.updateTable('settings_draft').set({ apply_at: new Date(0) }).where('apply_at', 'is not', null).execute()
  const worker = startDraftWorker({ database: api.database, log: api.app.log, everyMs: 600_000 })
  await worker.run()
  await worker.stop()
}

// Each begins with the same settings, which nobody has to approve.
beforeEach(async () => {
  await api.database.withTx((transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings({ phone: '1' }), fleetToken: null }, { actor: 'test', ifRevision: null, isApproved: true }))
})

describe('a draft of a tenant\'s settings (DEC-320)', () => {
  it('is kept, shows what it changes and serves nobody until it is submitted; then it is a revision like each other', async () => {
    const { revision } = await history()
    const kept = await save('Olga', { phone: '1', firmName: 'Costa Nova' })
    expect(kept).toMatchObject({ draft: { state: 'draft', fields: ['firmName'], baseRevision: revision, by: 'Olga', note: 'for the season' }, settings: { firmName: 'Costa Nova' } })
    expect((await served()).firmName).not.toBe('Costa Nova')
    expect(await decide('Olga', kept, 'submit')).toMatchObject({ draft: { state: 'applied', appliedRevision: revision + 1 } })
    expect((await served()).firmName).toBe('Costa Nova')
    expect((await history()).revisions[0]).toMatchObject({ revision: revision + 1, actor: 'Olga', fields: ['firmName'] })
  })

  it('is one draft however often it is sent, and submitted once however often that is asked', async () => {
    const kept = await save('Olga', { phone: '2' })
    const again = await save('Olga', { phone: '3' }, kept.draft.draftId)
    expect(again).toMatchObject({ draft: { draftId: kept.draft.draftId, state: 'draft' }, settings: { phone: '3' } })
    const first = await decide('Olga', kept, 'submit')
    expect(await decide('Olga', kept, 'submit')).toEqual(first)
    expect((await history()).drafts.filter(({ draftId }) => draftId === kept.draft.draftId)).toHaveLength(1)
    expect(await save('Olga', { phone: '4' }, kept.draft.draftId)).toMatchObject({ status: 409, code: 'DraftClosed' })
    expect(await decide('Petra', kept, 'reject')).toMatchObject({ status: 409, code: 'DraftClosed' })
  })

  it('is not begun from settings that its author has not seen, and its settings are checked like those that are saved', async () => {
    const { revision } = await history()
    await put('Petra', { phone: '9' })
    expect(await save('Olga', { phone: '2' }, randomUUID(), revision)).toMatchObject({ status: 412, code: 'RevisionChanged' })
    expect(await call<Refused>('Olga', 'PUT', `/settings/drafts/${randomUUID()}`, { body: { note: 'for the season', settings: { ...tenantSettings(), currency: 'euros' } }, ifMatch: revision + 1 })).toMatchObject({ status: 400, code: 'InvalidRequest' })
  })

  it('keeps what others changed meanwhile, and changes nothing where that was the same', async () => {
    const [phone, name] = [await save('Olga', { phone: '2' }), await save('Olga', { phone: '1', firmName: 'Costa Nova' })]
    await put('Petra', { phone: '3' })
    expect(await decide('Olga', name, 'submit')).toMatchObject({ draft: { state: 'applied' } })
    expect(await decide('Olga', phone, 'submit')).toMatchObject({ draft: { state: 'outdated', appliedRevision: null, problem: 'Changed by somebody else meanwhile: phone' } })
    expect(await served()).toMatchObject({ phone: '3', firmName: 'Costa Nova' })
  })

  it('of another tenant is not there', async () => {
    const { draft: { draftId } } = await save('Olga', { phone: '2' })
    const answer = await api.app.inject({ method: 'GET', url: `/internal/v1/tenants/alpen/settings/drafts/${draftId}`, headers: { authorization: `Bearer ${adminToken}` } })
    expect(answer.statusCode).toBe(404)
  })
})

describe('settings of a tenant that wants a second person (DEC-320)', () => {
  const approval = { phone: '1', settingsApproval: true }
  beforeEach(async () => { await put('Olga', approval) })

  it('are not changed by one person: neither saved directly, nor by submitting, nor by who stands behind the token', async () => {
    expect(await put('Olga', { ...approval, phone: '2' })).toMatchObject({ code: 'NeedsSecondPerson' })
    expect(await put('Olga', { phone: '1' }), 'nor is the second person switched off').toMatchObject({ code: 'NeedsSecondPerson' })
    const kept = await save('Olga', { ...approval, phone: '2' })
    expect(await decide('Petra', kept, 'approve'), 'nobody has submitted it').toMatchObject({ code: 'DraftClosed' })
    expect(await decide('Olga', kept, 'submit')).toMatchObject({ draft: { state: 'waiting' } })
    for (const who of ['Olga', 'Twin', 'Made'] as const) expect(await decide(who, kept, 'approve'), who).toMatchObject({ status: 403, code: 'SamePerson' })
    expect((await served()).phone).toBe('1')
    expect(await decide('Petra', kept, 'approve')).toMatchObject({ draft: { state: 'applied', decidedBy: 'Petra' } })
    expect((await served()).phone).toBe('2')
    expect((await history()).revisions[0]?.actor).toBe('Olga, approved by Petra')
  })

  it('that are the same again are no change', async () => {
    const { revision } = await history()
    expect(await put('Olga', approval)).toMatchObject({ revision })
  })

  it('that were given up stay as they are, whoever approves later', async () => {
    const kept = await save('Olga', { ...approval, phone: '2' })
    await decide('Olga', kept, 'submit')
    expect(await decide('Petra', kept, 'reject')).toMatchObject({ draft: { state: 'rejected', decidedBy: 'Petra' } })
    expect(await decide('Petra', kept, 'approve')).toMatchObject({ code: 'DraftClosed' })
    expect((await served()).phone).toBe('1')
  })
})

describe('settings with an hour (DEC-320)', () => {
  it('come then, by any process, and once', async () => {
    const kept = await save('Olga', { phone: '2' })
    expect(await decide('Olga', kept, 'submit', soon())).toMatchObject({ draft: { state: 'approved' } })
    expect((await served()).phone).toBe('1')
    const { revision } = await history()
    await Promise.all([hourComes(), hourComes()])
    expect(await served()).toMatchObject({ phone: '2' })
    expect((await history()).revision).toBe(revision + 1)
  })

  it('do not come when they were given up, when the same was changed, or when a second person is wanted since', async () => {
    const states = async (...drafts: readonly Draft[]) => {
      const kept = new Map((await history()).drafts.map(({ draftId, state, problem }) => [draftId, `${state} ${problem}`.trim()]))
      return drafts.map(({ draft }) => kept.get(draft.draftId))
    }
    const [given, stale] = [await save('Olga', { phone: '1', firmName: 'Costa Nova' }), await save('Olga', { phone: '3' })]
    for (const each of [given, stale]) await decide('Olga', each, 'submit', soon())
    await decide('Olga', given, 'reject')
    await put('Petra', { phone: '9' })
    await hourComes()
    expect(await states(given, stale)).toEqual(['rejected', 'outdated Changed by somebody else meanwhile: phone'])
    const alone = await save('Olga', { phone: '9', firmName: 'Costa Nova' })
    await decide('Olga', alone, 'submit', soon())
    await put('Petra', { phone: '9', settingsApproval: true })
    const before = await served()
    await hourComes()
    expect(await states(alone)).toEqual(['outdated Since it was submitted, changes need a second person'])
    expect(await served()).toEqual(before)
  })
})

describe('the last change of settings (DEC-321)', () => {
  it('is taken back at once by one person, also where changes need two, and is a revision of its own', async () => {
    await put('Olga', { phone: '1', settingsApproval: true })
    const kept = await save('Olga', { phone: '2', settingsApproval: true })
    await decide('Olga', kept, 'submit')
    await decide('Petra', kept, 'approve')
    const { revision } = await history()
    expect(await restore('Olga', revision - 1, revision)).toEqual({ revision: revision + 1 })
    expect((await served()).phone).toBe('1')
  })

  it('is taken back once by a call that is repeated after a lost answer, also when somebody changed more meanwhile', async () => {
    await put('Olga', { phone: '2' })
    const { revision } = await history()
    const restored = await restore('Olga', revision - 1, revision)
    expect(restored).toEqual({ revision: revision + 1 })
    expect(await restore('Olga', revision - 1, revision)).toEqual(restored)
    expect((await history()).revision, 'nothing was changed twice').toBe(revision + 1)
    expect(await restore('Petra', revision - 1, revision), 'who did not take it back did not see it').toMatchObject({ code: 'RevisionChanged' })
    await put('Petra', { phone: '7' })
    expect(await restore('Olga', revision - 1, revision)).toEqual(restored)
    expect((await served()).phone).toBe('7')
  })

  it('is not taken back where that switches the second person off, by an older page, or beyond it', async () => {
    await put('Olga', { phone: '1', settingsApproval: true })
    const { revision } = await history()
    expect(await restore('Olga', revision - 1, revision)).toMatchObject({ code: 'NeedsSecondPerson' })
    expect(await restore('Olga', revision - 2, revision)).toMatchObject({ code: 'NotTheLast' })
    expect(await restore('Olga', revision - 1, revision - 1)).toMatchObject({ code: 'RevisionChanged' })
    expect((await history()).revision).toBe(revision)
  })
})
