import { resolve } from 'node:path'
import * as z from 'zod'
import { databaseSetting, dataDirSetting, modeSetting, readSettings } from '@checkin/server'

const Environment = z.object({
  CHECKIN_PORT: z.coerce.number().int().min(1024).max(65_000).default(4000),
  CHECKIN_DEV_SITE_PORT: z.coerce.number().int().min(1024).max(65_000).optional(),
  CHECKIN_DATA_DIR: dataDirSetting(),
  DATABASE_URL: databaseSetting().optional(),
  CHECKIN_MODE: modeSetting(),
})

const number = /^--(tenants|reservations)=(\d{1,7})$/

/** Settings of `npm start` from the environment and its flags; throws with the variable's name when one is not valid. */
export function demoSettings(args: readonly string[], root: string) {
  const unknown = args.filter((argument) => !['--fresh', '--no-demo'].includes(argument) && !number.test(argument))
  if (unknown.length > 0) throw new Error(`Unknown option ${unknown.join(' ')}. Known: --fresh, --no-demo, --tenants=<number>, --reservations=<number>`)
  const numbers = new Map(args.flatMap((argument) => { const [, name, value] = number.exec(argument) ?? []; return name === undefined ? [] : [[name, Number(value)] as const] }))
  const [tenants = null, reservations = null] = [numbers.get('tenants'), numbers.get('reservations')]
  const demoData = !args.includes('--no-demo')
  if ((tenants === null) !== (reservations === null) || (tenants !== null && !demoData)) throw new Error('--tenants and --reservations come together, and beside the demo data')
  const env = readSettings(Environment)
  return {
    port: env.CHECKIN_PORT,
    /** Where the site listens while `npm run dev` stands before it, at `port`. */
    sitePort: env.CHECKIN_DEV_SITE_PORT ?? env.CHECKIN_PORT,
    dataDir: resolve(root, env.CHECKIN_DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    mode: env.CHECKIN_MODE,
    /** Begin with the demo data again. */
    fresh: args.includes('--fresh'),
    /** Load demo tenants and reservations. */
    demoData,
    /** Companies and reservations until there are as many; null for those of the demo alone. */
    further: tenants === null || reservations === null ? null : { tenants, reservations },
  }
}
