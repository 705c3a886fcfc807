import { listenSettings, migrateCommand, openDatabase, probeTls, processSettings, requestLimits, runCommands, traceSettings } from '@checkin/server'
import { outboundSettings } from '@checkin/server/outbound'
import { signSettings } from './agreement/signature/http-signature-provider.ts'
import { keysCommand } from './cli/keys.ts'
import { documentSettings } from './documents/documents.ts'
import { scannerSettings } from './documents/scanning/scanner-settings.ts'
import { identitySettings } from './identity/identity-settings.ts'
import { keySettings } from './keys/key-settings.ts'
import { mailSettings } from './mail/mail-settings.ts'
import { paymentSettings } from './payments/payment-settings.ts'
import { apiSettings, migrationsFolder } from './settings.ts'
import { apiProbe, startService, workerProbe } from './start-service.ts'
import type { Tables } from './tables.ts'

const settings = [apiSettings, identitySettings, mailSettings, paymentSettings, signSettings, documentSettings, scannerSettings, keySettings, outboundSettings, requestLimits, processSettings, probeTls, listenSettings, traceSettings]

await runCommands({
  api: { does: 'calls of renters, companies, providers and the console', settings, start: () => startService({ does: 'calls' }), probe: apiProbe },
  worker: { does: 'mail, payments, agreements, events and retention of all tenants', settings, start: () => startService({ does: 'work' }), probe: workerProbe },
  keys: { isByHand: true, does: 'lists and changes the keys that personal data are sealed with', settings: [], start: () => keysCommand(process.argv.slice(3)) },
  migrate: migrateCommand(async (url) => {
    const database = openDatabase<Tables>({ url, schema: 'reservation', migrations: migrationsFolder })
    try {
      return await database.migrate()
    } finally {
      await database.close()
    }
  }),
})
