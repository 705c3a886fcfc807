import { afterEach, expect, it, vi } from 'vitest'
import { repeatedWork, type RepeatedWork } from './repeated-work.ts'

const never = 3_600_000
const started: RepeatedWork[] = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))

/** Work whose goes end when the test says so. */
function heldWork(joins: boolean) {
  const ends: (() => void)[] = []
  const work = repeatedWork({ everyMs: never, joins }, () => new Promise((resolve) => { ends.push(() => { resolve(false) }) }))
  started.push(work)
  return { work, goes: () => ends.length, end: () => { ends.at(-1)?.() } }
}

it('mail that is committed while the outbox is looked at is looked for once more', async () => {
  const { work, goes, end } = heldWork(false)
  const first = work.run()
  work.wake()
  work.wake()
  end()
  await expect.poll(goes).toBe(2)
  end()
  await first
  expect(goes()).toBe(2)
})

it('a cleanup that is asked for while one is on is that one', async () => {
  const { work, goes, end } = heldWork(true)
  const [first, second] = [work.run(), work.run()]
  end()
  await Promise.all([first, second])
  expect(goes()).toBe(1)
})

it('what may have more to do goes on at once, and nothing begins after the stop', async () => {
  let goes = 0
  const work = repeatedWork({ everyMs: never }, () => Promise.resolve((goes += 1) < 3))
  started.push(work)
  await work.run()
  expect(goes).toBe(3)
  await work.stop()
  work.wake()
  expect(goes).toBe(3)
})

it('kinds of work that began at different moments look at the same ones (decision 0144)', async () => {
  vi.useFakeTimers()
  try {
    const [one, other]: [number[], number[]] = [[], []]
    const looks = (at: number[]) => started.push(repeatedWork({ everyMs: 500 }, () => {
      at.push(Math.round(performance.now()))
      return Promise.resolve(false)
    }))
    looks(one)
    await vi.advanceTimersByTimeAsync(130)
    looks(other)
    await vi.advanceTimersByTimeAsync(5000)
    expect(one.length).toBeGreaterThan(8)
    expect(one.filter((at) => other.includes(at))).toEqual(other)
    expect(new Set(one).size).toBe(one.length)
  } finally {
    vi.useRealTimers()
  }
})
