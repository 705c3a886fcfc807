import { readFile } from 'node:fs/promises'
import { internalFetch, portSetting, readSettings } from '@checkin/server'
import * as z from 'zod'

const usage = `Usage: npm run fleet -- <command>
  import <file.json>            puts every reservation of a file: [{ "tenant", "reference", "reservation" }]
  get <tenant> <reference>      shows a reservation as it stands
  link <tenant> <reference> [verify|precheckout] [--make-eligible]   makes a link for mail; the last word also allows pre-checkout
  events <tenant> [after]       shows what happened after an event
  erase <tenant> <reference>    deletes the personal data of a reservation

CHECKIN_FLEET_URL (http://127.0.0.1:<CHECKIN_PORT + 4>) and CHECKIN_FLEET_TOKEN (demo-fleet-<tenant>) say where and as whom.`

const settings = readSettings(z.object({
  CHECKIN_PORT: portSetting(4000), CHECKIN_FLEET_URL: z.url().optional(), CHECKIN_FLEET_TOKEN: z.string().optional(),
}))
const base = `${settings.CHECKIN_FLEET_URL ?? `http://127.0.0.1:${settings.CHECKIN_PORT + 4}`}/fleet/v1`

const ImportFile = z.array(z.object({ tenant: z.string(), reference: z.string(), reservation: z.looseObject({}) }))

async function call(tenant: string, method: string, path: string, body?: object): Promise<unknown> {
  const token = settings.CHECKIN_FLEET_TOKEN ?? `demo-fleet-${tenant}`
  const answer = await internalFetch(`${base}${path}`, { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body }) })
  if (answer.status > 204) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text()}`)
  return answer.status === 204 ? null : answer.json()
}

const show = (value: unknown): void => { console.log(JSON.stringify(value, null, 2)) }

async function importFile(file: string): Promise<void> {
  const rows = ImportFile.parse(JSON.parse(await readFile(file, 'utf8')))
  for (const { tenant, reference, reservation } of rows) {
    const { outcome } = await call(tenant, 'PUT', reservationPath(reference), reservation) as { outcome: string }
    console.log(`${tenant} ${reference}: ${outcome}`)
  }
}

const reservationPath = (reference: string): string => `/reservations/${encodeURIComponent(reference)}`

async function run([command, tenant = '', name = '', purpose = 'verify', permit]: readonly string[]): Promise<void> {
  switch (tenant === '' ? 'usage' : command) {
    case 'import': await importFile(tenant); break
    case 'get': show(await call(tenant, 'GET', reservationPath(name))); break
    case 'link': show(await call(tenant, 'POST', '/links', { reference: name, purpose, ...(permit === '--make-eligible' && { makeEligible: true }) })); break
    case 'events': show(await call(tenant, 'GET', `/events?after=${encodeURIComponent(name || '0')}`)); break
    case 'erase':
      await call(tenant, 'DELETE', `${reservationPath(name)}/personal-data`)
      console.log(`${tenant} ${name}: personal data deleted`)
      break
    default:
      console.error(usage)
      process.exitCode = 2
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
