import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Files below a folder that contain one of the texts, as bytes: database files and their journals, sandboxes, mailbox, logs.
 * A file that goes away meanwhile is none.
 */
export async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => null)
    if (bytes && texts.some((text) => bytes.includes(text))) found.push(path.slice(folder.length + 1))
  }
  return found
}
