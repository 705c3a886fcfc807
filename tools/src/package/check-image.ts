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

/**
 * Builds the image of an artefact that holds its Node by deploy/Containerfile, on a base of Debian's packages, starts it as its own user on a root file
 * system that cannot be written to, and asks its health. Says so where it cannot: without buildah and mmdebstrap, or without being root.
 */
export async function checkImage(artefact: Packed, { root, port, report }: { readonly root: string; readonly port: number; readonly report: Report }): Promise<void> {
  const missing = ['buildah', 'mmdebstrap', 'unshare', 'chroot'].filter((program) => !isInstalled(program))
  if (missing.length > 0 || process.getuid?.() !== 0) {
    console.log(`image: SKIPPED, ${missing.length > 0 ? `${missing.join(' and ')} not installed` : 'only root may build it here'}`)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'image-'))
  const buildah = (...args: readonly string[]): string =>
    execFileSync('buildah', ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs', ...args], { encoding: 'utf8', cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  try {
    execFileSync('mmdebstrap', ['--quiet', '--variant=extract', '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr', `--include=${basePackages}`, 'trixie', join(folder, 'base.tar')], { stdio: 'inherit' })
    const base = buildah('from', 'scratch')
    buildah('add', '--quiet', base, join(folder, 'base.tar'), '/')
    buildah('commit', '--quiet', base, 'localhost/checkin-base')
    const name = `localhost/checkin-${artefact.name}:${artefact.version}`
    buildah('build', '--quiet', '--isolation', 'chroot', '--format', 'docker', '--pull=never', '-f', 'deploy/Containerfile', '--build-arg', 'BASE=localhost/checkin-base', '--build-arg', `ARTEFACT=${artefact.name}`, '--build-arg', `VERSION=${artefact.version}`, '-t', name, '.')
    const { OCIv1: { config } } = JSON.parse(buildah('inspect', '--type', 'image', name)) as { OCIv1: { config: { User: string; Entrypoint: readonly string[] } } }
    report(`image ${name}: built, runs as ${config.User}`)
    if (config.User !== '10001:10001') throw new Error('The image does not run as its own user')
    await healthOf(buildah('mount', buildah('from', '--pull=never', name)), { entry: config.Entrypoint, artefact, port, report })
  } finally {
    spawnSync('buildah', ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs', 'rm', '--all'])
    rmSync(folder, { recursive: true, force: true })
  }
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
