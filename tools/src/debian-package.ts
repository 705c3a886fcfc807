import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a Debian package where this is root; answers whether `path` is there now. */
export function installs(name: string, path: string): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.log(`… installing ${name} (Debian package)`)
  const apt = (...args: readonly string[]) => execFileSync('apt-get', ['-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', name)
  } catch {
    console.log(`  ${name} could not be installed`)
  }
  return existsSync(path)
}
