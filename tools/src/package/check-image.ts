import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { installationEnvironment, type Report } from './check-artefacts.ts'
import type { Packed } from './make-artefact.ts'

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0

/** Packages of the base: what Node is linked with. Certificates of authorities and time zones it has itself. */
const basePackages = 'libc6,libstdc++6,libgcc-s1'

/** How an image is built, so that two builds have one digest: without times of its own, and without the name of the container that built it, which the Docker format keeps. */
const buildOptions = ['build', '--quiet', '--isolation', 'chroot', '--format', 'oci', '--pull=never', '--no-cache', '--timestamp', '0', '-f', 'deploy/Containerfile', '--build-arg', 'BASE=localhost/checkin-base'] as const

/**
 * Builds the images of artefacts that hold their Node by deploy/Containerfile, on a base of Debian's packages, each twice to the same digest; starts the
 * console's as its own user on a root file system that cannot be written to, and asks its health. Says so where it cannot: without buildah and
 * mmdebstrap, or without being root.
 */
export async function checkImages(packed: readonly Packed[], { root, port, report }: { readonly root: string; readonly port: number; readonly report: Report }): Promise<void> {
  const missing = ['buildah', 'mmdebstrap', 'unshare', 'chroot'].filter((program) => !isInstalled(program))
  if (missing.length > 0 || process.getuid?.() !== 0) {
    console.log(`images: SKIPPED, ${missing.length > 0 ? `${missing.join(' and ')} not installed` : 'only root may build them here'}`)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'image-'))
  const store = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const buildah = (...args: readonly string[]): string => execFileSync('buildah', [...store, ...args], { encoding: 'utf8', cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const build = ({ name, version }: Packed): Image => {
    const tag = `localhost/checkin-${name}:${version}`
    buildah(...buildOptions, '--build-arg', `ARTEFACT=${name}`, '--build-arg', `VERSION=${version}`, '-t', tag, '.')
    const { FromImageDigest: digest, OCIv1: { config } } = JSON.parse(buildah('inspect', '--type', 'image', tag)) as { FromImageDigest: string; OCIv1: { config: { User: string; Entrypoint: readonly string[] } } }
    return { tag, digest, user: config.User, entry: config.Entrypoint }
  }
  try {
    execFileSync('mmdebstrap', ['--quiet', '--variant=extract', '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr', `--include=${basePackages}`, 'trixie', join(folder, 'base.tar')], { stdio: 'inherit', env: { ...process.env, SOURCE_DATE_EPOCH: '0' } })
    const base = buildah('from', 'scratch')
    buildah('add', '--quiet', base, join(folder, 'base.tar'), '/')
    buildah('commit', '--quiet', '--timestamp', '0', base, 'localhost/checkin-base')
    for (const artefact of packed) {
      const [image, again] = [build(artefact), build(artefact)]
      if (image.digest !== again.digest) throw new Error(`Two builds of ${image.tag} differ: ${image.digest} and ${again.digest}`)
      if (image.user !== '10001:10001') throw new Error(`${image.tag} does not run as its own user`)
      report(`image ${image.tag}: built twice as ${image.digest}, runs as ${image.user}`)
      // The others need a database or a release before they are ready; that they start is what checkArtefacts shows.
      if (artefact.name === 'console') await healthOf(buildah('mount', buildah('from', '--pull=never', image.tag)), { entry: image.entry, artefact, port, report })
    }
  } finally {
    spawnSync('buildah', [...store, 'rm', '--all'])
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Image {
  readonly tag: string
  /** Of its manifest. */
  readonly digest: string
  readonly user: string
  readonly entry: readonly string[]
}

interface Started {
  readonly entry: readonly string[]
  readonly artefact: Packed
  readonly port: number
  readonly report: Report
}

/** Starts the image's program in its own file system, which is read-only but for `/data`. */
async function healthOf(mounted: string, { entry, artefact, port, report }: Started): Promise<void> {
  const readOnly = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && mount -t tmpfs -o uid=10001,gid=10001 data "$0/data" && exec chroot --userspec=10001:10001 "$0" "$@"`
  const env = { ...installationEnvironment(port, '/data', 'postgres://nobody@localhost/none'), CHECKIN_DATA_DIR: '/data', CHECKIN_OPS_NAMES: 'ops.localhost' }
  const inside = (...args: readonly string[]): readonly string[] => ['--mount', 'sh', '-c', readOnly, mounted, ...entry, ...args]
  const child = spawn('unshare', inside(artefact.name), { env, stdio: 'inherit' })
  try {
    for (let tries = 0; spawnSync('unshare', inside('health', artefact.name), { env }).status !== 0; tries += 1) {
      if (tries > 60 || child.exitCode !== null) throw new Error(`The image's ${artefact.name} is not ready`)
      await setTimeout(500)
    }
    report(`image: ${artefact.name} is ready, on a root file system that cannot be written to`)
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => { if (child.exitCode === null) child.on('exit', resolve); else resolve(null) })
  }
}
