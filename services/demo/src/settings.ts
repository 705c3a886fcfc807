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

/** Settings of `npm start` from the environment and its flags; throws with the variable's name when one is not valid. */
export function demoSettings(args: readonly string[], root: string) {
  const unknown = args.filter((argument) => !['--fresh', '--no-demo'].includes(argument))
  if (unknown.length > 0) throw new Error(`Unknown option ${unknown.join(' ')}. Known: --fresh, --no-demo`)
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
    demoData: !args.includes('--no-demo'),
  }
}
