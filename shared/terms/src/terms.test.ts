import type { Term } from '@checkin/api'
import { createEffect, createEvent, createStore, allSettled, fork, is, sample, type Store } from 'effector'
import { describe, expect, it } from 'vitest'
import { saveFileFx } from '@checkin/async/save-file'
import { createTerms } from './terms.ts'

const documents: readonly Term[] = [{ tag: 'rental/1', title: 'Rental', hash: 'a'.repeat(64) }, { tag: 'privacy', title: 'Privacy' }]

function shown(terms: readonly Term[] | Store<readonly Term[]>, termsAccepted = false) {
  const sent: unknown[] = []
  const [passed, agreed, pressed] = [createEvent<Record<string, never>>(), createEvent<Record<string, never>>(), createEvent()]
  const order: string[] = []
  passed.watch(() => { order.push('passed') })
  agreed.watch(() => { order.push('agreed') })
  const gate = createTerms({
    $config: createStore({ timeZone: 'Europe/Lisbon' }), $terms: is.store(terms) ? terms : createStore(terms), publishFailures: () => undefined,
    acceptTermsFx: createEffect((input: unknown) => { sent.push(input) }) as never,
    downloadTermsFx: createEffect(() => ({ data: new Blob(['pdf']) })) as never,
    listTermsFx: createEffect() as never,
  }).createGate({ $session: createStore({ termsAccepted }), $reservation: createStore({ reservation: { reference: 'CV1001' } } as never), pressed, agreed, passed })
  return { gate, sent, order, pressed, scope: fork() }
}

it('lets a renter pass who agreed before, and asks nothing of the server (VERIF-22)', async () => {
  const { gate, sent, order, pressed, scope } = shown(documents, true)
  await allSettled(pressed, { scope })
  expect([scope.getState(gate.$isNeeded), order, sent]).toEqual([false, ['passed'], []])
})

describe('terms that come with the page and are loaded once more', () => {
  async function ticked() {
    const $terms = createStore<readonly Term[]>([], { sid: 'terms' })
    const loaded = createEvent<readonly Term[]>()
    sample({ clock: loaded, target: $terms })
    const { gate } = shown($terms)
    const scope = fork({ values: [[$terms, documents]] })
    await allSettled(gate.ticked, { scope, params: true })
    return async (terms: readonly Term[]) => {
      await allSettled(loaded, { scope, params: terms })
      return scope.getState(gate.$agreed)
    }
  }

  it('leave the tick of a renter who was quicker (VERIF-22)', async () => {
    expect(await (await ticked())(structuredClone(documents))).toBe(true)
  })

  it('leave it in another language, and ask anew for another text (DEC-10)', async () => {
    const loads = await ticked()
    expect(await loads(documents.map((term) => ({ ...term, title: 'Conditions' })))).toBe(true)
    expect(await loads(documents.map((term) => ({ ...term, hash: 'b'.repeat(64) })))).toBe(false)
  })
})

it('counts the presses without the tick until the box is touched, and sends nothing for them (DEC-171)', async () => {
  const { gate, sent, order, pressed, scope } = shown(documents)
  for (const _ of [1, 2]) await allSettled(pressed, { scope })
  expect([scope.getState(gate.$misses), order, sent]).toEqual([2, [], []])
  await allSettled(gate.ticked, { scope, params: true })
  await allSettled(pressed, { scope })
  expect([scope.getState(gate.$misses), order]).toEqual([0, ['agreed', 'passed']])
})

it('names the texts by their hashes only where the server named every one (DEC-10)', async () => {
  const bodies = []
  for (const terms of [documents, documents.slice(0, 1)]) {
    const { gate, sent, order, pressed, scope } = shown(terms)
    await allSettled(gate.ticked, { scope, params: true })
    await allSettled(pressed, { scope })
    expect(order).toEqual(['agreed', 'passed'])
    bodies.push(...sent)
  }
  expect(bodies).toMatchObject([{ body: { reference: 'CV1001' } }, { body: { documents: [{ tag: 'rental/1', hash: 'a'.repeat(64) }] } }])
  expect(bodies[0]).not.toHaveProperty('body.documents')
})

it('saves a document under its tag, at an address that also works without a script (VERIF-12)', async () => {
  const { gate, scope: plain } = shown(documents)
  expect(plain.getState(gate.$documents)[0]).toMatchObject({ href: '/api/termsandconditions/rental%2F1', fileName: 'rental/1.pdf' })
  const saved: string[] = []
  const scope = fork({ handlers: [[saveFileFx, ({ name }: { name: string }) => { saved.push(name) }]] })
  await allSettled(gate.downloadPressed, { scope, params: 'privacy' })
  expect(saved).toEqual(['privacy.pdf'])
})
