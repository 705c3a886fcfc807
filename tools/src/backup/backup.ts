import { checkSums } from './copied-files.ts'
import { command } from './command.ts'
import { makeBackup } from './make-backup.ts'
import { readManifest } from './manifest.ts'
import { backupSettings } from './settings.ts'

await command('npm run backup -- <empty folder>, or with --verify: checks the files of a backup', async (folder, { verify, log }) => {
  if (verify) {
    const { sums, madeAt } = await readManifest(folder)
    await checkSums(folder, sums)
    log(`the backup of ${madeAt} is whole`)
    return
  }
  const { database: { method } } = await makeBackup(backupSettings(), folder, log)
  log(`backed up to ${folder} (${method === 'dump' ? 'a dump of the database' : 'files of the embedded database'})`)
})
