import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Provenance } from '../features/modules/provenance.ts'

const run = promisify(execFile)

const git = async (dir: string, ...args: string[]): Promise<string | null> => run('git', ['-C', dir, ...args]).then(({ stdout }) => stdout.trim(), () => null)

async function commitOf(dir: string): Promise<string> {
  const commit = await git(dir, 'rev-parse', 'HEAD')
  if (commit === null || !/^[0-9a-f]{40}$/.test(commit)) return 'unknown'
  const changed = await git(dir, 'status', '--porcelain')
  return changed === '' ? commit : `${commit}-dirty`
}

/** The nearest lock file above a folder. */
async function lockFile(dir: string): Promise<string> {
  const text = await readFile(join(dir, 'pnpm-lock.yaml'), 'utf8').catch(() => null)
  if (text !== null) return text
  const above = dirname(dir)
  return above === dir ? '' : lockFile(above)
}

/** Where a module's build comes from: the commit of its folder, who builds, and the packages it was built with. */
export async function provenanceOf(dir: string, { name, version }: { readonly name: string; readonly version: string }): Promise<Provenance> {
  const builder = process.env['CHECKIN_BUILDER'] ?? 'a workstation'
  return { name, version, commit: await commitOf(dir), builder, packages: createHash('sha256').update(await lockFile(dir)).digest('hex') }
}
