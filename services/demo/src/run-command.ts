import { spawn } from 'node:child_process'

/** Runs one of the project's scripts to its end. Rejects with what it printed when it fails. */
export function runCommand(root: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (text: Buffer): void => { output += text.toString() }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('exit', (code) => { if (code === 0) resolve(); else reject(new Error(`${args.join(' ')} failed (exit ${code}):\n${output}`)) })
  })
}
