import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { polledSource } from './polled-source.ts'

describe('what the site knows of others survives their absence', () => {
  let folder = ''
  beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'polled-')) })
  afterEach(async () => { await rm(folder, { recursive: true }) })

  const source = (fetchText: () => Promise<string | null>, health: string[] = []) =>
    polledSource<{ n: number }>({
      file: join(folder, 'kept.json'), everyMs: 3_600_000, fetchText,
      read: (text, current) => {
        const value = JSON.parse(text) as { n: number }
        if (current && value.n < current.n) throw new Error('older')
        return value
      },
      onHealth: (healthy) => { health.push(healthy ? 'well' : 'ill') },
    })

  it('answers from its file after a restart while the other is down', async () => {
    const first = await source(async () => '{"n":1}')
    first.stop()
    const second = await source(async () => { throw new Error('down') })
    expect(second.current()).toEqual({ n: 1 })
    second.stop()
  })

  it('keeps the last good answer when a later one is refused, and does not write the refused one down', async () => {
    let text = '{"n":5}'
    const kept = await source(async () => text)
    text = '{"n":4}'
    expect(await kept.refresh()).toBe(false)
    expect(kept.current()).toEqual({ n: 5 })
    expect(await readFile(join(folder, 'kept.json'), 'utf8')).toBe('{"n":5}')
    kept.stop()
  })

  it('says once that it fails and once that it works again', async () => {
    const health: string[] = []
    let down = true
    const kept = await source(async () => { if (down) throw new Error('down'); return '{"n":1}' }, health)
    await kept.refresh()
    down = false
    await kept.refresh()
    await kept.refresh()
    expect(health).toEqual(['ill', 'well'])
    kept.stop()
  })

  it('begins with nothing when its file is broken and nobody answers', async () => {
    await writeFile(join(folder, 'kept.json'), '{"n":')
    const kept = await source(async () => { throw new Error('down') })
    expect(kept.current()).toBeNull()
    kept.stop()
  })

  it('asks only once at a time, however many wait for the answer', async () => {
    let asked = 0
    const kept = await source(async () => { asked += 1; return '{"n":1}' })
    await Promise.all([kept.refresh(), kept.refresh(), kept.refresh()])
    expect(asked).toBe(2)
    kept.stop()
  })
})
