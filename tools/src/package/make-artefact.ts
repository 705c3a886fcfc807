import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, ReadEntry } from 'tar'
import * as z from 'zod'
import type { Artefact } from './artefacts.ts'
import { bundle } from './bundle.ts'
import { copyPackages, inputsOfPages, packagesOf } from './runtime-packages.ts'
import { billOfMaterials, readLockfile } from './sbom.ts'

/** A packed artefact. */
export interface Packed {
  readonly name: string
  readonly version: string
  readonly file: string
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string
  readonly bytes: number
}

export interface PackageOptions {
  readonly root: string
  /** Where the archives go. */
  readonly target: string
  /** Puts the Node of this machine in, so that a server needs none of its own. */
  readonly withNode: boolean
}

/** Every file of every archive is of this moment, so that two builds are the same. */
const moment = new Date('2000-01-01T00:00:00Z')

const launcher = `#!/bin/sh
# Starts the program with the Node beside it, else with the one that is installed.
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
node="$here/runtime/node"
[ -x "$node" ] || node=\${CHECKIN_NODE:-node}
exec "$node" "$here/lib/checkin.js" "$@"
`

const versionOf = (root: string, folder: string): string => z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))).version

/** Builds one artefact into `<target>/<name>-<version>.tar.gz`, its source maps and its bill of materials beside it. */
export async function makeArtefact(artefact: Artefact, { root, target, withNode }: PackageOptions): Promise<Packed> {
  const version = versionOf(root, artefact.folder)
  const named = `${artefact.name}-${version}`
  const folder = join(target, 'unpacked', named)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { inputs } = await bundle(artefact, { root, folder, maps: join(target, `${named}.maps`) })
  for (const { from, to } of artefact.beside) cpSync(join(root, artefact.folder, from), join(folder, to), { recursive: true, filter: (file) => !file.endsWith('.map') && !file.endsWith('stamp.txt') })
  const pages = artefact.beside.flatMap(({ from }) => inputsOfPages(join(root, artefact.folder, from)))
  const shipped = copyPackages(artefact.shipped, join(root, artefact.folder), folder)
  const bom = billOfMaterials({ name: artefact.name, version, node: process.versions.node, packages: [...packagesOf([...inputs, ...pages], root), ...shipped], locked: readLockfile(root) })
  const write = (place: string, text: string, mode = 0o644): void => {
    mkdirSync(join(folder, place, '..'), { recursive: true })
    writeFileSync(join(folder, place), text, { mode })
  }
  write('package.json', `${JSON.stringify({ name: `checkin-${artefact.name}`, version, private: true, type: 'module', engines: { node: process.versions.node } }, null, 2)}\n`)
  write('sbom.cdx.json', bom)
  write('bin/checkin', launcher, 0o755)
  if (withNode) cpSync(process.execPath, join(folder, 'runtime', 'node'))
  writeFileSync(join(target, `${named}.cdx.json`), bom)
  const file = join(target, `${named}.tar.gz`)
  await archive(folder, file)
  return { name: artefact.name, version, file, digest: createHash('sha256').update(readFileSync(file)).digest('hex'), bytes: statSync(file).size }
}

/** The same folder gives the same bytes: names in order, one moment, nobody's user and no differences of a umask. */
async function archive(folder: string, file: string): Promise<void> {
  const above = join(folder, '..')
  const name = folder.slice(above.length + 1)
  const files = globSync('**/*', { cwd: folder }).filter((each) => statSync(join(folder, each)).isFile()).map((each) => join(name, each)).sort()
  await create({
    file, cwd: above, gzip: { level: 6 }, portable: true, mtime: moment, noDirRecurse: true,
    filter: (place, entry) => {
      if (!(entry instanceof ReadEntry)) entry.mode = (entry.mode & ~0o777) | (/(^|\/)(bin|runtime)\/[^/]+$/.test(place) ? 0o755 : 0o644)
      return true
    },
  }, files)
}
