import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupProblem } from './settings.ts'

/** Lists the copied files in the form of `sha256sum`, so that `sha256sum -c SHA256SUMS` checks a backup without this product. */
export const sumsFile = 'SHA256SUMS'

/** Names of all files below a folder, with forward slashes; none when there is no such folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll('\\', '/')).sort()
}

/** Copies files; one that went meanwhile is left out. Answers how many were copied. */
export async function copyFiles(source: string, target: string, isWanted: (path: string) => boolean = () => true): Promise<number> {
  let copied = 0
  for (const path of (await filesBelow(source)).filter(isWanted)) {
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 })
    const done = await copyFile(join(source, path), join(target, path)).then(() => true, (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
      throw error
    })
    if (done) copied += 1
  }
  return copied
}

/** SHA-256 of a file, in hexadecimal digits. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes the sums of all files of a backup. Answers the sum of the list itself, for the manifest. */
export async function writeSums(folder: string): Promise<string> {
  const lines: string[] = []
  for (const path of await filesBelow(folder)) lines.push(`${await hashOf(join(folder, path))}  ${path}\n`)
  await writeFile(join(folder, sumsFile), lines.join(''), { mode: 0o600 })
  await chmod(folder, 0o700)
  return hashOf(join(folder, sumsFile))
}

/** Refuses a backup in which a file is missing, was changed or was added. */
export async function checkSums(folder: string, sumOfSums: string): Promise<void> {
  if (await hashOf(join(folder, sumsFile)) !== sumOfSums) throw new BackupProblem(`${sumsFile} is not the one that was written`)
  const wanted = new Map((await readFile(join(folder, sumsFile), 'utf8')).split('\n').filter((line) => line !== '').map((line): [string, string] => [line.slice(66), line.slice(0, 64)]))
  for (const [path, sum] of wanted) {
    if (!await stat(join(folder, path)).then((found) => found.isFile(), () => false)) throw new BackupProblem(`${path} is missing in the backup`)
    if (await hashOf(join(folder, path)) !== sum) throw new BackupProblem(`${path} is not what was backed up`)
  }
  const added = (await filesBelow(folder)).filter((path) => !wanted.has(path) && path !== sumsFile && path !== 'manifest.json')
  if (added.length > 0) throw new BackupProblem(`${added[0] ?? ''} does not belong to the backup`)
}

/** Whether a folder is missing or holds nothing. */
export const isEmpty = async (folder: string): Promise<boolean> => (await readdir(folder).catch(() => [])).length === 0
