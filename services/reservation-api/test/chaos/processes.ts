import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { internalFetch } from '@checkin/server'

export const projectRoot = join(import.meta.dirname, '..', '..', '..', '..')
type Environment = Readonly<Record<string, string>>

/** A program of the product in a process of its own. Everything that it writes is kept for the search for card numbers (I6). */
function startProgram(script: string, env: Environment, args: readonly string[]) {
  const written: string[] = []
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
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
    /** SIGTERM, as an operator stops it. Answers its exit code; null when a signal ended it. */
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}
export type Program = ReturnType<typeof startProgram>

/** Starts a program until it serves. One that ends before, because a busy machine let it wait too long for its database, is started again as by any supervisor. */
export async function startServing(script: string, env: Environment, address: string, args: readonly string[] = []): Promise<Program> {
  let ended = ''
  for (let tries = 0; tries < 5; tries += 1) {
    const program = startProgram(script, env, args)
    while (program.isRunning()) {
      const answer = await internalFetch(address, { timeoutMs: 2000 }).catch(() => null)
      if (answer?.status === 200) return program
      await delay(25)
    }
    ended = program.output()
  }
  throw new Error(`A program of the chaos test does not start:\n${ended.slice(-4000)}`)
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
