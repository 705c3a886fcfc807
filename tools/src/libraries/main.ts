import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { projectRoot } from '@checkin/tooling/ownership'
import { packLibraries } from './pack.ts'

const target = join(projectRoot, 'dist', 'libraries')
const { values: { publish } } = parseArgs({ options: { publish: { type: 'string' } } })

/** Runs npm in a package's folder. Answers whether it went well and what it said. */
function npm(folder: string, args: readonly string[]): { readonly ok: boolean; readonly text: string } {
  const { status, stdout, stderr } = spawnSync('npm', [...args], { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' })
  return { ok: status === 0, text: `${stdout}${stderr}` }
}

interface Packed {
  readonly name: string
  readonly version: string
  readonly integrity: string
}

/** Puts a package into a registry. A version that is there with the same content stays; with other content its contract needs a new number. */
function publishPackage(folder: string, registry: string): string {
  const [packed] = JSON.parse(npm(folder, ['pack', '--dry-run', '--json', '--loglevel=silent']).text) as readonly Packed[]
  if (!packed) throw new Error(`${folder} can not be packed`)
  const { name, version, integrity } = packed
  const there = npm(folder, ['view', `${name}@${version}`, 'dist.integrity', '--json', '--loglevel=silent', '--registry', registry])
  const known = there.ok && there.text.trim() !== '' ? JSON.parse(there.text) as string : null
  if (known === integrity) return `${name}@${version} is there`
  if (known !== null) throw new Error(`${name}@${version} is there with other content: raise the number of its contract (version.ts)`)
  const { ok, text } = npm(folder, ['publish', '--access=restricted', '--registry', registry])
  if (!ok) throw new Error(text)
  return `${name}@${version} is published`
}

const folders = await packLibraries({ root: projectRoot, target, withDevShell: true })
for (const folder of folders) {
  if (publish !== undefined) console.log(publishPackage(folder, publish))
  else if (existsSync(folder)) {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Packed
    console.log(`${name}@${version}  ${folder}`)
  }
}
