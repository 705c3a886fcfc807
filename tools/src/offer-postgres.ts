import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { realPostgres } from '@checkin/testing/real-postgres'

const clusterSettings = '/etc/postgresql-common/createcluster.conf'

/**
 * A whole PostgreSQL for the tests of backup and restore: the system's, else Debian's package when this is root. Never throws: without one those tests say
 * that they are skipped, and all others run on the embedded one.
 */
export function offerPostgres(): void {
  if (realPostgres() !== null) return
  const isDebianRoot = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (isDebianRoot) {
    console.log('… installing PostgreSQL (Debian package)')
    // The package would make and start a server of its own; only its programs are wanted.
    if (!existsSync(clusterSettings)) {
      mkdirSync('/etc/postgresql-common', { recursive: true })
      writeFileSync(clusterSettings, 'create_main_cluster = false\n')
    }
    const apt = (...parameters: string[]): boolean => spawnSync('apt-get', parameters, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', 'postgresql')
  }
  if (realPostgres() === null) console.warn('Backup and restore of a real PostgreSQL will not be tested: install the package "postgresql", or name its programs with CHECKIN_PG_BIN.')
}
