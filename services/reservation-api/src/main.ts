import { SettingsError } from '@checkin/server'
import { startService } from './start-service.ts'

startService().catch((error: unknown) => {
  // A wrong setting is the operator's to mend: its own words are enough.
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
})
