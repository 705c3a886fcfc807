import { command } from './command.ts'
import { restoreBackup, verifyRestored } from './restore-backup.ts'
import { backupSettings } from './settings.ts'

await command('npm run restore -- <folder of a backup>, or with --verify: only compares what was restored with it', async (folder, { verify, tell }) => {
  if (verify) return verifyRestored(backupSettings(), folder, tell)
  await restoreBackup(backupSettings(), folder, tell)
  tell('restored; start the services')
})
