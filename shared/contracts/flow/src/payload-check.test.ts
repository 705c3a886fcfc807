import { allSettled, createStore, fork } from 'effector'
import { describe, expect, it } from 'vitest'
import { checkPayloads, flowContract, payloadRefused } from './payload-check.ts'
import { codeSent, problemOccurred } from './events/verification.events.ts'

checkPayloads()
const $refused = createStore<readonly string[]>([]).on(payloadRefused, (all, { event, fields }) => [...all, `${event}: ${fields.join()}`])

describe('payloads of a module that another version of the shell reads', () => {
  it('says which event and which field of it is wrong, and no value', async () => {
    const scope = fork()
    await allSettled(codeSent, { scope, params: { mail: 17 } as never })
    expect(scope.getState($refused)).toEqual(['verification/codeSent: mail'])
  })

  it('lets a newer module add fields', async () => {
    const scope = fork()
    await allSettled(codeSent, { scope, params: { mail: 'maria.silva@example.com', attempts: 2 } as never })
    await allSettled(problemOccurred, { scope, params: { key: 'CodeNotFound' } })
    expect(scope.getState($refused)).toEqual([])
  })

  it('names each event once per owner', () => {
    const names = flowContract.map(({ owner, name }) => `${owner}/${name}`)
    expect(new Set(names).size).toBe(names.length)
  })
})
