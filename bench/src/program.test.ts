import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProgram } from './program.ts'

let folder: string
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'checkin-program-')) })
afterAll(() => rm(folder, { recursive: true, force: true }))

async function script(name: string, text: string): Promise<string> {
  const path = join(folder, `${name}.mjs`)
  await writeFile(path, text)
  return path
}
const isGone = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

describe('a program that is measured', () => {
  it('is ended when it is stopped', async () => {
    const stop = await startProgram(await script('serves', `console.log('listens'); setInterval(() => {}, 1000)`), {}, /listens/)
    await expect(stop()).resolves.toBeUndefined()
  })

  it('is not waited for when it had ended by itself', async () => {
    const mark = join(folder, 'pid')
    const stop = await startProgram(await script('ends', `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(mark)}, String(process.pid)); console.log('listens')`), {}, /listens/)
    const pid = Number(await readFile(mark, 'utf8'))
    while (!isGone(pid)) await delay(10)
    await expect(stop()).resolves.toBeUndefined()
  })

  it('that ends before it serves is told with what it said', async () => {
    await expect(startProgram(await script('fails', `console.log('no database'); process.exitCode = 3`), {}, /listens/)).rejects.toThrow(/ended with 3:\nno database/)
  })
})
