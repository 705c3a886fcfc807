import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { internalFetch } from '@checkin/server'

export const projectRoot = join(import.meta.dirname, '..', '..', '..', '..', '..', '..')
type Environment = Readonly<Record<string, string>>

/** A program of the product in a process of its own. Everything that it writes is kept for the search for card numbers (I6). */
export function startProgram(script: string, env: Environment) {
  const written: string[] = []
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: projectRoot, env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', CHECKIN_STOP_WITH_PARENT: '1', ...env }, stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout?.on('data', (part: Buffer) => { written.push(part.toString()) })
  child.stderr?.on('data', (part: Buffer) => { written.push(part.toString()) })
  const ended = new Promise<void>((resolve) => { child.once('exit', () => { resolve() }) })
  return {
    output: () => written.join(''),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** SIGKILL: the process does not get to know. */
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
export type Program = ReturnType<typeof startProgram>

/** Resolves when the program serves; throws with what it wrote when it ended before. */
export async function ready(program: Program, address: string, headers: Environment = {}): Promise<void> {
  for (;;) {
    const answer = await internalFetch(address, { headers, timeoutMs: 2000 }).catch(() => null)
    if (answer?.status === 200) return
    if (!program.isRunning()) throw new Error(`A program of the kill run ended by itself:\n${program.output().slice(-4000)}`)
    await delay(25)
  }
}

/** The first of `count` ports in a row that nobody has, below those that systems give out by themselves: a killed server must find its port again. */
export async function freePorts(count: number): Promise<number> {
  for (let first = 12_000 + (process.pid % 600) * 32; ; first += count) {
    const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)))
    if (free.every(Boolean)) return first
  }
}

const isFree = (port: number): Promise<boolean> => new Promise((resolve) => {
  const server = createServer()
  server.once('error', () => { resolve(false) })
  server.listen(port, '127.0.0.1', () => { server.close(() => { resolve(true) }) })
})
