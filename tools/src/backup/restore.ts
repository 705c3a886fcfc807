import { command } from './command.ts'
import { restoreBackup, verifyRestored } from './restore-backup.ts'
import { backupSettings } from './settings.ts'

await command('npm run restore -- <folder of a backup>, or with --verify: only compares what was restored with it', async (folder, { verify, log }) => {
  if (verify) return verifyRestored(backupSettings(), folder, log)
  await restoreBackup(backupSettings(), folder, log)
  log('restored; start the services')
})
