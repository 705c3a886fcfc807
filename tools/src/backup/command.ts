import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SettingsError } from '@checkin/server'
import type { Log } from './make-backup.ts'
import { BackupProblem } from './settings.ts'

/** Runs a command that has a folder and may only verify; ends the process with 0, 1 for what went wrong, 2 for how it was called. */
export async function command(usage: string, work: (folder: string, options: { readonly verify: boolean; readonly log: Log }) => Promise<void>): Promise<never> {
  const { values: { verify }, positionals: [folder, ...others] } = parseArgs({ allowPositionals: true, options: { verify: { type: 'boolean', default: false } } })
  if (folder === undefined || others.length > 0) {
    process.stderr.write(`${usage}\n`)
    process.exit(2)
  }
  try {
    await work(resolve(process.env['INIT_CWD'] ?? '.', folder), { verify, log: (line) => { process.stdout.write(`${line}\n`) } })
    process.exit(0)
  } catch (error) {
    // A wrong setting or a wrong target is the caller's to mend: its own words are enough.
    process.stderr.write(`${error instanceof BackupProblem || error instanceof SettingsError ? error.message : error instanceof Error ? error.stack ?? error.message : String(error)}\n`)
    process.exit(1)
  }
}
