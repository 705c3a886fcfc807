import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askServices, settingsTable, tableMarks } from './settings-table.ts'

/** Brings the table of settings in docs/installation.md up to what the services declare. */
export async function writeSettings(root: string): Promise<void> {
  const page = join(root, 'docs', 'installation.md')
  const [before = '', after = ''] = readFileSync(page, 'utf8').split(tableMarks[0])
  writeFileSync(page, `${before}${tableMarks[0]}\n${settingsTable(await askServices(root))}\n${tableMarks[1]}${after.split(tableMarks[1])[1] ?? ''}`)
}
