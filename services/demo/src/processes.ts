import { spawn, type ChildProcess } from 'node:child_process'
import { get } from 'node:http'

export interface ServiceSpec {
  readonly name: string
  /** Script below the project's root. */
  readonly script: string
  readonly env: Readonly<Record<string, string>>
  /** Address of its readiness probe on loopback. */
  readonly ready: { readonly port: number; readonly path: string; readonly host?: string }
}

/** Starts services as processes of their own, starts a crashed one again, and stops all of them in the reverse order. */
export class Processes {
  readonly #running: { spec: ServiceSpec; child: ChildProcess; crashes: number[] }[] = []
  readonly #root: string
  #stopping = false

  constructor(root: string) {
    this.#root = root
  }

  /** Resolves when the service says that it can serve. Throws when it ends before that, or takes more than 60 s. */
  async start(spec: ServiceSpec): Promise<void> {
    const entry = { spec, child: this.#spawn(spec), crashes: [] }
    this.#running.push(entry)
    const deadline = Date.now() + 60_000
    while (!(await answers(spec.ready))) {
      if (entry.child.exitCode !== null) throw new Error(`${spec.name} stopped while it was starting (exit ${entry.child.exitCode})`)
      if (Date.now() > deadline) throw new Error(`${spec.name} was not ready within 60 s`)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    this.#keepAlive(entry)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    for (const { child } of this.#running.reverse()) await ended(child)
  }

  #spawn(spec: ServiceSpec): ChildProcess {
    // In a group of its own: Ctrl-C in the terminal must not reach a service before this process stops them in order.
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', spec.script], {
      cwd: this.#root, env: { ...process.env, ...spec.env, CHECKIN_STOP_WITH_PARENT: '1' }, stdio: ['ignore', 'inherit', 'inherit'], detached: process.platform !== 'win32',
    })
  }

  #keepAlive(entry: { spec: ServiceSpec; child: ChildProcess; crashes: number[] }): void {
    entry.child.once('exit', (code, signal) => {
      if (this.#stopping) return
      entry.crashes = [...entry.crashes.filter((at) => at > Date.now() - 60_000), Date.now()]
      console.error(`${entry.spec.name} ended (${signal ?? `exit ${code}`})`)
      if (entry.crashes.length > 5) {
        console.error(`${entry.spec.name} ended more than five times in a minute and stays down`)
        return
      }
      entry.child = this.#spawn(entry.spec)
      this.#keepAlive(entry)
    })
  }
}

/** Ends what may still be starting, once it has started. What does not start has nothing to end. */
export function stopOnceStarted(starting: Promise<{ readonly stop: () => Promise<void> }>): () => Promise<void> {
  return async () => {
    const started = await starting.catch(() => null)
    await started?.stop()
  }
}

function answers(ready: ServiceSpec['ready']): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port: ready.port, path: ready.path, headers: ready.host ? { host: ready.host } : {}, timeout: 1000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('error', () => { resolve(false) })
    request.on('timeout', () => { request.destroy(); resolve(false) })
  })
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const hard = setTimeout(() => child.kill('SIGKILL'), 8000)
    child.once('exit', () => { clearTimeout(hard); resolve() })
    child.kill('SIGTERM')
  })
}
