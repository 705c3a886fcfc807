import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { createDrafts } from './drafts.ts'

let api: WholeApi
let mine: { number: string; guid: string; id: string }
let token: string
beforeAll(async () => {
  api = await wholeApi()
  mine = await api.stored('costaverde', 'D1')
  token = (await api.session('costaverde', mine.id, 'link')).token
})
afterAll(() => api.stop())

const keep = (form: string, texts: Readonly<Record<string, string>>, by = token) => api.call('PUT', '/api/draft', { token: by, body: { form, texts } })
const kept = async (by = token): Promise<unknown> => (await api.call('GET', '/api/draft', { token: by })).json()

describe('what was typed and is not saved yet (DEC-18)', () => {
  it('comes back on another device of the same reservation, numbers of documents too', async () => {
    expect((await keep('driver-document/main', { id: 'AB123456', issuePlace: 'Faro', idType: '' })).json()).toEqual({ kept: true })
    await keep('driver-details/main', { address: 'Rua do Sol 1' })
    const other = await api.session('costaverde', mine.id, 'link')
    expect(await kept(other.token)).toEqual({ forms: [
      { form: 'driver-details/main', texts: { address: 'Rua do Sol 1' } }, { form: 'driver-document/main', texts: { id: 'AB123456', issuePlace: 'Faro' } },
    ] })
  })

  it('lies sealed in the database, and opens for its own row only', async () => {
    const rows = await api.asAdmin('select sealed_texts from form_draft')
    expect(rows.length).toBe(2)
    for (const { sealed_texts: sealed } of rows) expect((sealed as Buffer).toString('latin1')).not.toMatch(/AB123456|Faro|Rua do Sol/)
    await api.asAdmin('update form_draft set form = \'driver-contact/main\' where form = \'driver-details/main\'')
    const session = { tenantId: 'costaverde', reservationId: mine.id }
    await expect(createDrafts(api.database, 'document-secret-of-tests').read(session)).rejects.toThrow()
    await api.asAdmin('update form_draft set form = \'driver-details/main\' where form = \'driver-contact/main\'')
    await expect(createDrafts(api.database, 'another-secret-of-the-tests').read(session)).rejects.toThrow()
  })

  it('is tied to its reservation: a neighbour\'s session and another tenant see none of it', async () => {
    const neighbour = await api.stored('costaverde', 'D2')
    const foreign = await api.stored('alpen', 'D1')
    expect(await kept((await api.session('costaverde', neighbour.id)).token)).toEqual({ forms: [] })
    const { token: foreigner } = await api.session('alpen', foreign.id)
    expect((await api.call('GET', '/api/draft', { token: foreigner, host: 'alpen.localhost:4000' })).json()).toEqual({ forms: [] })
    expect((await api.call('GET', '/api/draft')).statusCode).toBe(401)
  })

  it.each([
    ['an image', { form: 'driver-document/main', texts: { imageFront: 'A'.repeat(400) } }], ['a name that is no form\'s', { form: '../main', texts: {} }],
    ['something that is no text', { form: 'driver-document/main', texts: { id: 1 } }], ['a body that is too large', { form: 'a', texts: Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`f${'x'.repeat(at % 30)}${'y'.repeat(at / 30)}`, 'v'.repeat(299)])) }],
  ])('takes no %s', async (_what, body) => {
    expect((await api.call('PUT', '/api/draft', { token, body })).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('is of so many forms at most: nobody fills the database by inventing names', async () => {
    const crowded = await api.stored('costaverde', 'D3')
    const { token: by } = await api.session('costaverde', crowded.id, 'link')
    const names = Array.from({ length: 26 }, (_, at) => `form-${String.fromCharCode(97 + at)}/main`)
    const answers: boolean[] = []
    for (const name of names) answers.push((await keep(name, { address: 'x' }, by)).json<{ kept: boolean }>().kept)
    expect(answers.filter(Boolean)).toHaveLength(24)
    expect((await keep(names[0]!, { address: 'y' }, by)).json()).toEqual({ kept: true })
  })

  it('goes when nothing is typed any more, after seven days, and with the reservation\'s personal data', async () => {
    expect((await keep('driver-details/main', { address: '' })).json()).toEqual({ kept: false })
    expect(await kept()).toMatchObject({ forms: [{ form: 'driver-document/main' }] })
    await api.asAdmin('update form_draft set updated_at = now() - interval \'8 days\'')
    await createDrafts(api.database, 'x').cleanUp('costaverde')
    expect(await kept()).toEqual({ forms: [] })
    await keep('driver-details/main', { address: 'Rua do Sol 1' })
    await api.fleet('costaverde', 'DELETE', '/reservations/D1/personal-data')
    expect((await api.asAdmin('select count(*)::int as n from form_draft'))[0]?.['n']).toBe(0)
  })
})
