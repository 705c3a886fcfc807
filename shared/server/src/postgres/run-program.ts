import { spawn } from 'node:child_process'

/** A user of the operating system, by numbers. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

export interface ProgramResult {
  readonly exitCode: number | null
  readonly output: string
}

/** Runs a program to its end as another user if given, with an environment that holds nothing of ours. */
export function runProgram(file: string, parameters: readonly string[], user: SystemUser | null): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, parameters, {
      // The folder we stand in may be closed to that user.
      cwd: process.platform === 'win32' ? undefined : '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user && { uid: user.uid, gid: user.gid }),
    })
    let output = ''
    child.stdout.on('data', (part: Buffer) => { output += part.toString() })
    child.stderr.on('data', (part: Buffer) => { output += part.toString() })
    child.on('error', reject)
    const end = () => {
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ exitCode: child.exitCode, output })
    }
    child.on('close', end)
    // A server that the program left behind may keep the pipes open for ever.
    child.on('exit', () => { setTimeout(end, 500).unref() })
  })
}
