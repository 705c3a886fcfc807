import { randomUUID } from 'node:crypto'
import type { FullDraft, ProductTexts, TenantTexts, WrittenMail } from '@checkin/internal'
import { siteKey } from '@checkin/server'
import type * as z from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminToken, proxySecret, tenantSettings, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'
import { putTenant } from '../../tenants/tenant-store.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const operator = { authorization: `Bearer ${adminToken}` }
const tenant = '/internal/v1/tenants/costaverde'
interface Answered<Body> { readonly status: number; readonly body: Body }
interface Refused { readonly code: string; readonly title: string; readonly data?: unknown }

async function ask<Answer>(method: 'GET' | 'PUT' | 'POST', url: string, { body, headers = operator, host = 'costaverde.localhost' }: { readonly body?: object; readonly headers?: Record<string, string>; readonly host?: string } = {}): Promise<Answered<Answer>> {
  const answer = await api.app.inject({ method, url, ...(body && { payload: body }), headers: { host, ...headers } })
  return { status: answer.statusCode, body: answer.json<Answer>() }
}
const revision = async (): Promise<number> => (await ask<{ revision: number }>('GET', `${tenant}/settings`)).body.revision
const draft = async (texts: TenantTexts | Record<string, Record<string, string>>, id: string = randomUUID()) =>
  ask<z.infer<typeof FullDraft> & Refused>('PUT', `${tenant}/settings/drafts/${id}`, { body: { note: 'other words', settings: { ...tenantSettings(), texts } }, headers: { ...operator, 'if-match': `"${await revision()}"` } })
const preview = (mail: string, body: object) => ask<WrittenMail & Refused>('POST', `${tenant}/mails/${mail}/preview`, { body })
const bySite = (url: string, host?: string) => ask<{ rows: { host: string; texts: TenantTexts }[]; config: { firmName: string }; texts: TenantTexts }>('GET', url, { headers: { 'x-checkin-key': siteKey(proxySecret, 'settings') }, ...(host && { host }) })

describe('the product\'s texts', () => {
  it('are there in every language by id, those of modules and mails too, with the mails that can be previewed (DEC-324)', async () => {
    const { body: { texts, mails } } = await ask<ProductTexts>('GET', '/internal/v1/texts/pt')
    expect(texts).toMatchObject({ 'common:Locate': 'Encontrar reserva', 'mfe-verification:Find.title': expect.any(String), 'support:Saved.server': expect.any(String), 'mail:code.subject': expect.stringContaining('{{code}}') })
    expect(Object.keys(texts).filter((id) => /^mail:(?:calendar|wallet)\./.test(id))).toEqual([])
    expect(mails).toEqual(expect.arrayContaining(['code', 'confirmation', 'signing']))
    expect((await ask('GET', '/internal/v1/texts/fi')).status).toBe(400)
    expect((await ask('GET', '/internal/v1/texts/pt', { headers: {} })).status).toBe(401)
  })
})

describe('texts of a company\'s own, kept in a draft or saved (DEC-324)', () => {
  it.each<[string, string, string, string]>([
    ['that the product does not have', 'common:NoSuchText', 'Hello', 'UnknownText'],
    ['of nothing', 'mfe-verification:Find.title', '  ', 'EmptyText'],
    ['with a tag', 'mfe-verification:Find.title', 'Find <b>it</b>', 'Markup'],
    ['without the place of the code', 'mail:code.subject', 'Your code, {{firm}}', 'MissingPlace'],
    ['with a place of its own', 'mfe-verification:Find.title', 'Find {{reference}}', 'ForeignPlace'],
    ['of a whole page', 'mfe-verification:Find.title', 'Find it '.repeat(40), 'TooLong'],
  ])('are refused: one %s', async (_name, id, text, problem) => {
    const longest = problem === 'UnknownText' ? null : expect.any(Number)
    const refused = { status: 422, body: { code: 'UnusableTexts', title: expect.stringContaining(`${id} in pt: `), data: { texts: [{ language: 'pt', id, problem, longest }] } } }
    expect(await draft({ pt: { [id]: text } })).toMatchObject(refused)
    expect(await ask('PUT', tenant, { body: { host: 'costaverde.localhost', settings: { ...tenantSettings(), texts: { pt: { [id]: text } } } } })).toMatchObject(refused)
  })

  it('are kept, and those that were taken once stay, also where the product has no such text any more', async () => {
    const [texts, gone] = [{ pt: { 'mfe-verification:Find.title': 'Encontre a sua viatura' } }, { 'common:GoneSince': 'Until later' }]
    expect(await draft(texts)).toMatchObject({ status: 200, body: { draft: { fields: ['texts'] }, settings: { texts } } })
    await api.database.withTx((transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings({ texts: { en: gone } }), fleetToken: null }, { actor: 'test', ifRevision: null, isApproved: true }))
    expect((await draft({ ...texts, en: gone })).status).toBe(200)
    expect((await draft({ en: { ...gone, 'common:GoneToo': 'x' } })).body.data).toMatchObject({ texts: [{ id: 'common:GoneToo' }] })
  })
})

describe('a mail before it is sent (DEC-325)', () => {
  it('is shown with the company\'s own texts and the product\'s, with example data, in both forms', async () => {
    const { status, body } = await preview('code', { language: 'pt', texts: { pt: { 'mail:code.subject': '{{code}}: o seu código da {{firm}}', 'mail:code.notYou': 'Não foi você? Ignore.' } } })
    expect(status).toBe(200)
    expect(body.subject).toMatch(/^482913: o seu código da /)
    for (const form of [body.text, body.html]) for (const part of ['482913', 'Não foi você? Ignore.', 'O seu código de check-in']) expect(form).toContain(part)
    expect(body.html).toContain('<html lang="pt" dir="ltr">')
  })

  it('has every sentence of every mail, and no place is left empty', async () => {
    const { mails, texts } = (await ask<ProductTexts>('GET', '/internal/v1/texts/en')).body
    for (const mail of mails) {
      const { body } = await preview(mail, { language: 'en', texts: {} })
      expect(body.subject + body.text, mail).not.toMatch(/\{\{|undefined/)
      const sentences = Object.entries(texts).flatMap(([id, text]) => (id.startsWith(`mail:${mail}.`) && !text.includes('{{') && !id.endsWith('.preview') ? [text] : []))
      for (const sentence of sentences) expect(body.text, `${mail}: ${sentence}`).toContain(sentence)
    }
  })

  it('is refused with texts that no draft takes, and of no mail', async () => {
    expect(await preview('code', { language: 'en', texts: { en: { 'mail:code.subject': 'Your code' } } })).toMatchObject({ status: 422, body: { code: 'UnusableTexts' } })
    expect((await preview('nothing', { language: 'en', texts: {} })).status).toBe(404)
  })
})

describe('what the site writes into pages', () => {
  it('are the texts of companies that have some, and what a draft would show, for this site alone (DEC-324, DEC-326)', async () => {
    const texts = { pt: { 'common:Back': 'Anterior' } }
    await api.database.withTx((transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings({ texts }), fleetToken: null }, { actor: 'test', ifRevision: null, isApproved: true }))
    expect((await bySite('/internal/v1/site/texts')).body.rows).toEqual([{ host: 'costaverde.localhost', texts }])
    const prepared = { pt: { 'common:Back': 'Para trás' } }
    const { body: { draft: { draftId } } } = await draft(prepared)
    expect((await bySite(`/internal/v1/site/drafts/${draftId}`)).body).toMatchObject({ config: { firmName: tenantSettings().firmName }, texts: prepared })
    expect((await bySite('/internal/v1/site/texts')).body.rows, 'nobody is served by a draft').toEqual([{ host: 'costaverde.localhost', texts }])
    expect((await bySite(`/internal/v1/site/drafts/${draftId}`, 'alpen.localhost')).status).toBe(404)
  })

  it.each([['nobody', {}], ['who has another key of the site', { 'x-checkin-key': siteKey(proxySecret, 'session-end') }], ['an operator', operator]])('are nothing for %s', async (_who, headers) => {
    expect((await ask('GET', '/internal/v1/site/texts', { headers })).status).toBe(404)
    expect((await ask('GET', `/internal/v1/site/drafts/${randomUUID()}`, { headers })).status).toBe(404)
  })
})
