import type { RentalPapers } from '@checkin/api'
import { downloadPaperFx, listPapersFx } from '@checkin/api/client'
import { aReservation, fakeApi, refusedWith, type Fakes } from '@checkin/api/testing'
import { saveFileFx } from '@checkin/async/save-file'
import { allSettled, createEvent, createStore, createWatch, fork } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPapers } from './papers.model.ts'

const { reservation } = aReservation()
const receipt = { id: 'p1', kind: 'receipt' as const, createdAt: '2026-11-23T10:00:00.000Z' }
const withPapers = (...papers: RentalPapers['papers']): RentalPapers => ({ reservation, papers })

function anEnd(api: Fakes, expects: 'receipt' | null, hasReservation = true) {
  const [opened, closed, problemOccurred] = [createEvent<unknown>(), createEvent(), createEvent<{ readonly key: string }>()]
  const papers = createPapers({
    opened, closed, problemOccurred, $reservation: createStore(hasReservation ? { reservation } : null), $expects: createStore(expects), listFx: listPapersFx, downloadFx: downloadPaperFx,
  })
  const calls = fakeApi(api)
  const files: string[] = []
  const scope = fork({ handlers: [...calls, [saveFileFx, ({ name }: { name: string }) => { files.push(name) }]] as never })
  const problems: { readonly key: string }[] = []
  createWatch({ unit: problemOccurred, scope, fn: (problem) => { problems.push(problem) } })
  return { papers, scope, opened, closed, files, problems, asked: () => calls.calls.filter(({ name }) => name === 'listPapers').length }
}

describe('the papers of an end (DEC-185)', () => {
  beforeEach(() => { vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) })
  afterEach(() => { vi.useRealTimers() })

  it('are asked for once where nothing is expected, and give the rental that the shell does not have', async () => {
    const { papers, scope, opened, asked } = anEnd({ listPapers: withPapers() }, null, false)
    await allSettled(opened, { scope, params: null })
    expect([asked(), scope.getState(papers.$trip)?.reference, scope.getState(papers.$papers)]).toEqual([1, reservation.reference, []])
  })

  it('are asked for again until the receipt is written, and not after the screen is left', async () => {
    const answers = [withPapers(), withPapers(receipt)]
    const { papers, scope, opened, closed, asked } = anEnd({ listPapers: () => answers.shift() ?? withPapers(receipt) }, 'receipt')
    await allSettled(opened, { scope, params: null })
    expect(scope.getState(papers.$papers)).toEqual([])
    await vi.advanceTimersToNextTimerAsync()
    expect([asked(), scope.getState(papers.$papers)]).toEqual([2, [receipt]])
    await allSettled(closed, { scope })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are saved under the name of the rental; one that cannot be had is said so, and the end stays an end', async () => {
    const end = anEnd({ listPapers: withPapers(receipt) }, null)
    await allSettled(end.opened, { scope: end.scope, params: null })
    await allSettled(end.papers.paperPressed, { scope: end.scope, params: receipt })
    expect(end.files).toEqual([`receipt-${reservation.reference}.pdf`])
    const lost = anEnd({ listPapers: refusedWith(500, null), downloadPaper: refusedWith(404, 'NotFound') }, null)
    await allSettled(lost.opened, { scope: lost.scope, params: null })
    await allSettled(lost.papers.paperPressed, { scope: lost.scope, params: receipt })
    expect([lost.files, lost.problems]).toEqual([[], [{ key: 'Notice.tryAgainSoon' }]])
  })
})
