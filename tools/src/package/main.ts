import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { portSetting, readSettings } from '@checkin/server'
import { projectRoot } from '@checkin/tooling/ownership'
import * as z from 'zod'
import { runNode } from '../shell-command.ts'
import { artefacts } from './artefacts.ts'
import { checkArtefacts } from './check-artefacts.ts'
import { checkImages } from './check-image.ts'
import { makeArtefact, type Packed } from './make-artefact.ts'
import { writeSettings } from './write-settings.ts'

const options = ['--check', '--settings', '--with-node']
const args = process.argv.slice(2)
const names = args.filter((each) => !each.startsWith('--'))
const unknown = args.filter((each) => !options.includes(each) && !artefacts.some(({ name }) => name === each))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. npm run package -- [${artefacts.map(({ name }) => name).join('] [')}] [${options.join('] [')}]`)
  process.exit(2)
}
if (args.includes('--settings')) {
  await writeSettings(projectRoot)
  process.exit(0)
}
const target = join(projectRoot, 'dist', 'package')
if (names.length === 0) rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const chosen = artefacts.filter(({ name }) => names.length === 0 || names.includes(name))
if (chosen.some(({ name }) => name === 'console') && await runNode(projectRoot, ['services/ops-console/src/build/build-pages.ts'], {}) !== 0) process.exit(1)
const packed: Packed[] = []
for (const artefact of chosen) packed.push(await makeArtefact(artefact, { root: projectRoot, target, withNode: args.includes('--with-node') }))
rmSync(join(target, 'unpacked'), { recursive: true, force: true })
writeFileSync(join(target, 'SHA256SUMS'), packed.map(({ digest, file }) => `${digest}  ${basename(file)}\n`).join(''))
for (const { file, bytes, digest } of packed) console.log(`${basename(file)}  ${(bytes / 1e6).toFixed(1)} MB  sha256 ${digest}`)
if (args.includes('--check')) {
  if (names.length > 0) throw new Error('All artefacts are checked together: name none')
  const { CHECKIN_PORT: port } = readSettings(z.object({ CHECKIN_PORT: portSetting(4000) }))
  const report = (line: string): void => { console.log(`✓ ${line}`) }
  await checkArtefacts(packed, port, report)
  if (args.includes('--with-node')) await checkImages(packed, { root: projectRoot, port, report })
  else console.log('images: SKIPPED, the artefacts hold no Node (--with-node)')
}
