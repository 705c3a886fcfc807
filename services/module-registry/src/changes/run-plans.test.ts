import { describe, expect, it } from 'vitest'
import { advance, type PlanState, type PlanView } from './run-plans.ts'

const steps = [{ percent: 1, dwellMinutes: 30 }, { percent: 10, dwellMinutes: 60 }, { percent: 100, dwellMinutes: 0 }]
const since = new Date('2026-12-01T10:00:00Z')
const later = (minutes: number) => new Date(since.getTime() + minutes * 60_000)
const state = (change: Partial<PlanState> = {}): PlanState => ({ step: 0, steps, since, minSessions: 50, isLastWave: true, ...change })
const view = (change: Partial<PlanView> = {}): PlanView => ({ at: later(31), sessions: 80, frozen: null, rolloutRuns: true, ...change })

describe('a staged plan', () => {
  it.each([
    ['begins with its first step', state({ step: -1, since: null }), view(), { kind: 'step', step: 0, percent: 1 }],
    ['does not begin while frozen', state({ step: -1, since: null }), view({ frozen: 'Christmas' }), { kind: 'wait' }],
    ['watches a step for its time', state(), view({ at: later(29) }), { kind: 'wait', note: '1 % until 2026-12-01T10:30Z' }],
    ['waits for enough sessions', state(), view({ sessions: 49 }), { kind: 'wait', note: '49 of 50 session samples' }],
    ['waits for the end of a freeze', state(), view({ frozen: 'Christmas' }), { kind: 'wait', note: 'frozen: Christmas' }],
    ['goes on when all is well', state(), view(), { kind: 'step', step: 1, percent: 10 }],
    ['goes on to everybody', state({ step: 1 }), view({ at: later(61) }), { kind: 'step', step: 2, percent: 100 }],
    ['is done after its last step', state({ step: 2 }), view({ at: later(0), rolloutRuns: false }), { kind: 'done' }],
    ['watches its last step for its time before the next wave', state({ step: 1, steps: steps.slice(0, 2), isLastWave: false }), view({ at: later(59) }), { kind: 'wait', note: '10 % until 2026-12-01T11:00Z' }],
    ['waits for enough sessions of its last step before the next wave', state({ step: 2, isLastWave: false }), view({ sessions: 49 }), { kind: 'wait', note: '49 of 50 session samples' }],
    ['goes on to the next wave', state({ step: 2, isLastWave: false }), view({ frozen: 'Christmas' }), { kind: 'wave' }],
    ['does not go on to the next wave when somebody went back', state({ step: 2, isLastWave: false }), view({ rolloutRuns: false }), { kind: 'halt' }],
    ['does not begin with a wave when somebody went back in one before', state({ step: -1, since: null }), view({ rolloutRuns: false }), { kind: 'halt' }],
    ['halts when somebody took the rollout away', state(), view({ rolloutRuns: false }), { kind: 'halt' }],
  ])('%s', (_case, now, seen, move) => {
    expect(advance(now, seen)).toMatchObject(move)
  })
})
