import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logoProblemWords } from '@checkin/internal'
import { photo } from '../../../test/fixtures/hostile-files.fixture.ts'
import type { ImageReader } from '../../documents/images/image-reader.ts'
import { withOwnLogo } from '../../tenants/own-logo.ts'
import { adminToken, tenantSettings, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const address = '/internal/v1/tenants/costaverde'
interface Answer { readonly code: string; readonly title: string; readonly data?: { readonly problem: string }; readonly revision: number; readonly settings: { readonly firmLogo: string } }
async function ask(method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown, ifMatch?: number): Promise<{ readonly status: number; readonly body: Answer }> {
  const response = await api.app.inject({
    method, url: `${address}${path}`, headers: { authorization: `Bearer ${adminToken}`, 'x-checkin-actor': 'Olga', ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }) }, ...(body !== undefined && { payload: body as object }),
  })
  return { status: response.statusCode, body: response.json<Answer>() }
}
const put = (firmLogo: string, phone = '1') => ask('PUT', '', { host: 'costaverde.localhost', settings: { ...tenantSettings({ phone }), firmLogo } })
const stored = async (): Promise<string> => String((await api.asAdmin('select settings->>\'firmLogo\' as logo from tenant where id = \'costaverde\''))[0]?.['logo'])
const revision = async (): Promise<number> => Number((await api.asAdmin('select revision from tenant where id = \'costaverde\''))[0]?.['revision'])
const svg = (inside: string): string => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`).toString('base64')
const square = svg('<path d="M0 0h8v8H0z" fill="#090"/>')

describe('the logo of a tenant (DEC-358)', () => {
  it('is served as made anew: no position of a camera, no script, and the same file again changes nothing', async () => {
    const camera = await photo(300, 200).withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 20/1' } }).jpeg().toBuffer()
    for (const file of [camera.toString('base64'), svg('<script>alert(1)</script><path d="M0 0h8v8H0z"/>')]) {
      const first = await put(file)
      expect(first.status).toBe(200)
      const made = await stored()
      const { format, exif } = await sharp(Buffer.from(made, 'base64')).metadata()
      expect({ format, exif, isSent: made === file }).toEqual({ format: 'png', exif: undefined, isSent: false })
      expect((await api.call('GET', '/api/config')).json()).toMatchObject({ firmLogo: made })
      expect((await put(file)).body.revision).toBe(first.body.revision)
      expect((await put(made)).body.revision).toBe(first.body.revision)
    }
  })

  it('that cannot be used is refused in words and by its problem, and nothing is changed', async () => {
    const before = await stored()
    expect(await put(svg('<text>Costa</text>'))).toMatchObject({ status: 422, body: { code: 'UnusableLogo', title: logoProblemWords.Letters, data: { problem: 'Letters' } } })
    expect(await put(Buffer.from('%PDF-1.7').toString('base64'))).toMatchObject({ status: 422, body: { data: { problem: 'WrongType' } } })
    expect((await put(Buffer.alloc(150_001, 1).toString('base64'))).status).toBe(400)
    expect(await stored()).toBe(before)
  })

  it('is made anew for a draft too, which is saved again and applied with what was made', async () => {
    const id = randomUUID()
    const draft = (firmLogo: string, ifMatch: number) => ask('PUT', `/settings/drafts/${id}`, { note: 'another logo', settings: tenantSettings({ firmLogo, phone: '1' }) }, ifMatch)
    const at = await revision()
    const made = (await draft(square, at)).body.settings.firmLogo
    expect(Buffer.from(made, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect((await draft(made, at)).body.settings.firmLogo).toBe(made)
    expect(await draft(svg('<text>Costa</text>'), at)).toMatchObject({ status: 422, body: { code: 'UnusableLogo' } })
    expect((await ask('POST', `/settings/drafts/${id}/decision`, { action: 'submit', applyAt: null })).status).toBe(200)
    expect(await stored()).toBe(made)
  })

  it('of before stays while something else is changed, also one that would be refused today', async () => {
    const former = svg('<text>Costa</text>')
    await api.asAdmin(`update tenant set settings = jsonb_set(settings, '{firmLogo}', '"${former}"') where id = 'costaverde'`)
    expect((await put(former, '2')).status).toBe(200)
    expect(await stored()).toBe(former)
    const [id, at] = [randomUUID(), await revision()]
    const draft = (firmLogo: string) => ask('PUT', `/settings/drafts/${id}`, { note: 'of before', settings: tenantSettings({ firmLogo, phone: '2' }) }, at)
    expect((await draft(square)).status).toBe(200)
    const ofDraft = svg('<text>Verde</text>')
    await api.asAdmin(`update settings_draft set settings = jsonb_set(settings, '{firmLogo}', '"${ofDraft}"') where id = '${id}'`)
    expect((await draft(ofDraft)).body.settings.firmLogo).toBe(ofDraft)
    expect((await ask('PUT', `/settings/drafts/${randomUUID()}`, { note: 'another', settings: tenantSettings({ firmLogo: ofDraft, phone: '2' }) }, at)).status).toBe(422)
  })

  it('that there was no time to read is asked for again, and nothing is changed', async () => {
    const slow: ImageReader = { read: () => Promise.resolve({ kind: 'slow' }), stop: () => undefined }
    await expect(withOwnLogo(api.database.kysely, slow, { tenantId: 'alpen' }, tenantSettings({ firmLogo: square }))).rejects.toMatchObject({ status: 503, code: 'Unavailable', headers: { 'retry-after': '5' } })
  })
})
