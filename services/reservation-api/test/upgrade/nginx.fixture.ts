import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { internalFetch } from '@checkin/server'
import { projectRoot } from '../chaos/processes.ts'

/** Debian's; null where it is not installed. */
export const nginxProgram: string | null = ['/usr/sbin/nginx', 'nginx'].find((program) => spawnSync(program, ['-v']).status === 0) ?? null

export interface NginxOptions {
  /** A new folder of its own. */
  readonly folder: string
  /** Lines of checkin/public.conf and checkin/inside.conf. */
  readonly listen: { readonly public: readonly string[]; readonly inside: readonly string[] }
  /** Ports of the processes on this machine. */
  readonly sites: readonly number[]
  readonly apis: readonly number[]
  /** The inner server calls the API by TLS, as where services prove themselves by certificates. */
  readonly insideByTls?: boolean
}

/** Writes the configuration of deploy/nginx with the places of a test, as an operator does with those of an installation. Answers its main file. */
export function writeNginx({ folder, listen, sites, apis, insideByTls = false }: NginxOptions): string {
  mkdirSync(join(folder, 'checkin'), { recursive: true })
  const [before = '', inside = ''] = readFileSync(join(projectRoot, 'deploy/nginx/checkin.conf'), 'utf8').split(/^(?=# The inside)/m)
  writeFileSync(join(folder, 'checkin.conf'), before + (insideByTls ? inside.replaceAll('proxy_pass http://', 'proxy_pass https://') : inside))
  const write = (name: string, lines: readonly string[]): void => { writeFileSync(join(folder, 'checkin', name), `${lines.join('\n')}\n`) }
  const servers = (ports: readonly number[]) => ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`)
  write('sites.conf', servers(sites))
  write('apis.conf', servers(apis))
  for (const side of ['public', 'inside'] as const) write(`${side}.conf`, [...listen[side], `client_body_temp_path ${join(folder, `bodies-${side}`)};`])
  const file = join(folder, 'nginx.conf')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${join(folder, each)};`)
  writeFileSync(file, [
    // The test may be root, and its folders are its own.
    ...process.getuid?.() === 0 ? ['user root;'] : [], 'worker_processes 2;', `pid ${join(folder, 'nginx.pid')};`, `error_log ${join(folder, 'error.log')} warn;`,
    'events { worker_connections 512; }', 'http {', ...places, 'access_log off;', 'include checkin.conf;', '}', '',
  ].join('\n'))
  return file
}

/** What nginx says about its configuration; empty when it takes it. */
export function nginxRefusal(program: string, file: string): string {
  const { status, stderr } = spawnSync(program, ['-t', '-q', '-c', file, '-e', 'stderr'], { encoding: 'utf8' })
  return status === 0 ? '' : `nginx ended with ${status}:\n${stderr}`
}

/** Starts nginx until its inner port answers. */
export async function startNginx(program: string, options: NginxOptions & { readonly insidePort: number }): Promise<{ readonly stop: () => Promise<void> }> {
  const file = writeNginx(options)
  const child = spawn(program, ['-c', file, '-g', 'daemon off;', '-e', join(options.folder, 'error.log')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => { child.once('exit', () => { resolve() }) })
  while ((await internalFetch(`http://127.0.0.1:${options.insidePort}/healthz`, { timeoutMs: 2000 }).catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error('nginx does not start')
    await delay(25)
  }
  return {
    stop: async () => {
      child.kill('SIGQUIT')
      await ended
    },
  }
}
