import { randomBytes } from 'node:crypto'
import { base, startProgram } from './program.ts'

/** Where reservation-api of a benchmark answers. */
export const apiPort = base + 4
const adminToken = 'demo-admin'
const secret = (): string => randomBytes(32).toString('base64url')

/** Nothing of it is served, and every field is parsed. */
const settings = {
  firmName: 'Company', firmLogo: '', currency: 'EUR', timeZone: 'Europe/Lisbon', phone: '+351 289 555 010', sender: 'check-in@company.example', isUploadAvailable: true, isUploadMandatory: false,
  modules: ['adview', 'upview', 'exview', 'uploadview', 'paymentview', 'precheckoutview'].map((viewTag) => ({ viewTag, isEnabled: true, skipAllowed: true })),
  fieldRules: { main: { fields: {}, second: {} }, additional: {} }, gateways: [{ code: 'card', name: 'Card' }],
}

/** Starts reservation-api without the rest of the product; answers what stops it. */
export const startApi = (databaseUrl: string, folder: string): Promise<() => Promise<void>> => startProgram('services/reservation-api/src/main.ts', {
  DATABASE_URL: databaseUrl, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder, CHECKIN_LOG_LEVEL: 'info',
  CHECKIN_CODE_SECRET: secret(), CHECKIN_PROXY_SECRET: secret(), CHECKIN_DOCUMENT_KEY: secret(),
}, /listens on/)

/** Makes a company there. */
export async function putCompany(id: string, fleetToken?: string): Promise<void> {
  const put = await fetch(`http://127.0.0.1:${apiPort}/internal/v1/tenants/${id}`, {
    method: 'PUT', headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }, body: JSON.stringify({ host: `${id}.example`, settings, ...(fleetToken !== undefined && { fleetToken }) }),
  })
  if (!put.ok) throw new Error(`the tenant was refused: ${await put.text()}`)
}
