import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** First port of the services that a benchmark starts. */
export const base = Number(process.env['CHECKIN_BENCH_PORT'] ?? 4700)

/** Starts a program of this repository and waits for the line that says that it serves; `heard` gets every part of what it says. */
export async function startProgram(script: string, env: Readonly<Record<string, string>>, line: RegExp, heard?: (part: string) => void): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { cwd: root, env: { ...process.env, ...env, CHECKIN_STOP_WITH_PARENT: '1' }, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((ready, fail) => {
    let said = ''
    child.stdout.on('data', (part: Buffer) => {
      heard?.(part.toString())
      said = `${said}${part.toString()}`.slice(-4000)
      if (line.test(said)) ready()
    })
    child.once('exit', (code) => { fail(new Error(`${script} ended with ${code}:\n${said}`)) })
  })
  return () => new Promise((ended) => {
    // One that ended by itself says nothing any more.
    if (child.exitCode !== null || child.signalCode !== null) {
      console.error(`${script} had ended by itself (${child.signalCode ?? child.exitCode})`)
      ended()
      return
    }
    child.once('exit', () => { ended() })
    child.kill('SIGTERM')
  })
}
