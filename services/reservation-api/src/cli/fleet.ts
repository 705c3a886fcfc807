import { readFile } from 'node:fs/promises'
import { fleetContract, FleetReservation } from '@checkin/fleet'
import { createClient, type Client } from '@checkin/http/client'
import { portSetting, readSettings, serviceFetch } from '@checkin/server'
import * as z from 'zod'

const usage = `Usage: npm run fleet -- <command>
  import <file.json>            puts every reservation of a file: [{ "tenant", "reference", "reservation" }]
  get <tenant> <reference>      shows a reservation as it stands
  link <tenant> <reference> [verify|precheckout] [--make-eligible]   makes a link for mail; the last argument also allows pre-checkout
  events <tenant> [after]       shows what happened after an event
  personal-data <tenant> <reference>  shows everything that is held about its persons; the reading is written down
  erase <tenant> <reference>    deletes the personal data of a reservation
  tokens <tenant>               lists the tokens that hold; "present" is the one of this call
  token-new <tenant> [days]     makes a token beside the present one, shown once (180 days, at most 365)
  token-revoke <tenant> <id>    ends a token at once

CHECKIN_FLEET_URL (http://127.0.0.1:<CHECKIN_PORT + 4>) and CHECKIN_FLEET_TOKEN (demo-fleet-<tenant>) say where and as whom.`

const settings = readSettings(z.object({
  CHECKIN_PORT: portSetting(4000), CHECKIN_FLEET_URL: z.url().optional(), CHECKIN_FLEET_TOKEN: z.string().optional(),
}))
const baseUrl = settings.CHECKIN_FLEET_URL ?? `http://127.0.0.1:${settings.CHECKIN_PORT + 4}`

const ImportFile = z.array(z.object({ tenant: z.string(), reference: z.string(), reservation: FleetReservation }))

const { getReservation, putReservation, createLink, listEvents, exportPersonalData, erasePersonalData, listTokens, createToken, revokeToken } = fleetContract
const clientOf = (tenant: string): Client => createClient({ baseUrl, token: settings.CHECKIN_FLEET_TOKEN ?? `demo-fleet-${tenant}`, fetch: serviceFetch })

const show = (value: unknown): void => { console.log(JSON.stringify(value, null, 2)) }

async function importFile(file: string): Promise<void> {
  const rows = ImportFile.parse(JSON.parse(await readFile(file, 'utf8')))
  for (const { tenant, reference, reservation } of rows) {
    const { outcome } = await clientOf(tenant).call(putReservation, { params: { reference }, body: reservation })
    console.log(`${tenant} ${reference}: ${outcome}`)
  }
}

async function run([command, tenant = '', name = '', purpose = 'verify', permit]: readonly string[]): Promise<void> {
  const { call } = clientOf(tenant)
  switch (tenant === '' ? 'usage' : command) {
    case 'import': await importFile(tenant); break
    case 'get': show(await call(getReservation, { params: { reference: name } })); break
    case 'link': show(await call(createLink, { body: { reference: name, purpose: purpose === 'precheckout' ? purpose : 'verify', makeEligible: permit === '--make-eligible' } })); break
    case 'events': show(await call(listEvents, { query: { after: name || '0' } })); break
    case 'personal-data': show(await call(exportPersonalData, { params: { reference: name } })); break
    case 'erase':
      await call(erasePersonalData, { params: { reference: name } })
      console.log(`${tenant} ${name}: personal data deleted`)
      break
    case 'tokens': show(await call(listTokens)); break
    case 'token-new': show(await call(createToken, { body: name === '' ? {} : { days: Number(name) } })); break
    case 'token-revoke':
      await call(revokeToken, { params: { tokenId: name } })
      console.log(`${tenant}: token ${name} opens nothing any more`)
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
