import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const child = `
  import { stopWithParent } from ${JSON.stringify(new URL('stop-with-parent.ts', import.meta.url).href)}
  stopWithParent(() => process.exit(0))
  setInterval(() => undefined, 1000)
  console.log(process.pid)
`
const parent = `
  import { spawn } from 'node:child_process'
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', ${JSON.stringify(child)}], { stdio: ['ignore', 'inherit', 'inherit'] })
`

/** A process that starts another one, and the number of that one. */
async function family(env: Readonly<Record<string, string>>) {
  const first = spawn(process.execPath, ['--input-type=module', '-e', parent], { cwd: fileURLToPath(new URL('.', import.meta.url)), env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(first.stdout), 'line') as [string]
  return { first, second: Number(line) }
}

describe('a process that another one started for itself', () => {
  it('ends when that one was killed and could say nothing', async () => {
    const { first, second } = await family({ CHECKIN_STOP_WITH_PARENT: '1' })
    expect(lives(second)).toBe(true)
    first.kill('SIGKILL')
    await expect.poll(() => lives(second)).toBe(false)
  })

  it('goes on where nobody asked for that', async () => {
    const { first, second } = await family({ CHECKIN_STOP_WITH_PARENT: '' })
    first.kill('SIGKILL')
    await once(first, 'exit')
    // Twice as long as the look at the parent takes to come round.
    await new Promise((resolve) => { setTimeout(resolve, 2000) })
    expect(lives(second)).toBe(true)
    process.kill(second)
  })
})
