import { collected, inTurn, turn } from '@checkin/testing'
import { allSettled, fork, type EffectParams } from 'effector'
import { expect, it } from 'vitest'
import { createAlarm, startTimerFx } from './alarm.ts'

it('rings once for the latest setting only: one that was stopped or set anew is not heard, however fast that was', async () => {
  const started: EffectParams<typeof startTimerFx>[] = []
  const scope = fork({ handlers: [[startTimerFx, (setting: EffectParams<typeof startTimerFx>) => { started.push(setting) }]] })
  const alarm = createAlarm()
  const rings = collected(scope, alarm.rang)
  await Promise.all([allSettled(alarm.set, { scope, params: 10 }), allSettled(alarm.stop, { scope })])
  await inTurn(scope, turn(alarm.set, 20), turn(alarm.set, 30))
  for (const { bell, turn: mine } of started) await allSettled(bell, { scope, params: mine })
  expect(started.map(({ milliseconds }) => milliseconds)).toEqual([10, 20, 30])
  expect(rings).toHaveLength(1)
})
