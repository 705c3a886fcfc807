import { afterEach, describe, expect, it, vi } from 'vitest'
import { listen } from './listen.ts'

/** The browser's, as far as it is used here. */
class Source extends EventTarget {
  static readonly made: Source[] = []
  readonly address: string
  isClosed = false

  constructor(address: string) {
    super()
    this.address = address
    Source.made.push(this)
  }

  close(): void {
    this.isClosed = true
  }
}
afterEach(() => { vi.unstubAllGlobals() })

async function listening() {
  vi.stubGlobal('EventSource', Source)
  const noted: string[] = []
  const end = await listen({ changed: () => { noted.push('changed') }, heard: (is) => { noted.push(is ? 'heard' : 'not heard') } })
  const source = Source.made.at(-1)!
  return { noted, end, source, happens: (...names: string[]) => { for (const name of names) source.dispatchEvent(new Event(name)) } }
}

describe('listening to the events of pictures by phone (API-48)', () => {
  it('says when there is something to ask for, and whether anything is heard at all', async () => {
    const { noted, source, happens } = await listening()
    happens('open', 'changed', 'error', 'open', 'changed')
    expect(source.address).toBe('/api/hand-over/events')
    expect(noted).toEqual(['heard', 'changed', 'not heard', 'heard', 'changed'])
  })

  it('ends when it is over, after one more question, and when nobody wants it any more', async () => {
    const over = await listening()
    over.happens('over')
    expect([over.source.isClosed, over.noted]).toEqual([true, ['changed']])
    const left = await listening()
    left.end()
    expect(left.source.isClosed).toBe(true)
  })

  it('without such a thing in the browser the page is told to ask by itself', async () => {
    vi.stubGlobal('EventSource', undefined)
    const heard: boolean[] = []
    const end = await listen({ changed: () => undefined, heard: (is) => { heard.push(is) } })
    end()
    expect(heard).toEqual([false])
  })
})
