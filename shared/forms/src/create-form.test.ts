import { allSettled, createEvent, createStore, createWatch, fork, type Scope } from 'effector'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createForm } from './create-form.ts'
import { keepDraft } from './draft.ts'
import { formSchema } from './form-schema.ts'
import { email, image, text } from './rules.ts'

const $strict = createStore(true)
const form = createForm({
  name: 'test/person',
  fields: {
    surname: { type: 'string', regexAllowed: 'textNumbers' },
    mail: { type: 'email' },
    documentNumber: { type: 'string', draft: false },
    imageFront: { type: 'image' },
  },
  context: $strict,
  schema: (strict) => formSchema({ surname: text({ required: strict }), mail: email(), documentNumber: text(), imageFront: image() }),
})
const formOpened = createEvent()
const formDropped = createEvent()
keepDraft(form, { opened: formOpened, dropped: formDropped })

const $owner = createStore('')
const owned = createForm({ name: 'test/owned', fields: { surname: { type: 'string' } }, context: $strict, schema: () => formSchema({}) })
keepDraft(owned, { opened: formOpened, owner: $owner })

type Field = keyof typeof form.fields
const type = (scope: Scope, field: string, value: string): Promise<void> => allSettled(form.fieldChanged, { scope, params: { field: field as Field, value } })

describe('a form', () => {
  beforeEach(() => {
    sessionStorage.clear()
  })

  it('keeps every value when a submit is refused, and says what is wrong by code (SHELL-83)', async () => {
    const scope = fork()
    await type(scope, 'mail', 'x@')
    await allSettled(form.submitted, { scope })
    expect(scope.getState(form.$errors)).toEqual({ surname: 'Required', mail: 'Invalid' })
    expect(scope.getState(form.$values).mail).toBe('x@')
    expect(scope.getState(form.$refusals)).toBe(1)
  })

  it('clears the error of a field as soon as its value changes, and only that one (SHELL-86)', async () => {
    const scope = fork()
    await type(scope, 'mail', 'x@')
    await allSettled(form.submitted, { scope })
    await type(scope, 'surname', 'S')
    expect(scope.getState(form.$errors)).toEqual({ mail: 'Invalid' })
  })

  it('validates nothing before a submit', async () => {
    const scope = fork()
    await type(scope, 'mail', 'x@')
    expect(scope.getState(form.$errors)).toEqual({})
    expect([...scope.getState(form.$touched)]).toEqual(['mail'])
  })

  it('hands over the values once they are right', async () => {
    const scope = fork()
    const given: unknown[] = []
    createWatch({ unit: form.valid, scope, fn: (values) => given.push(values) })
    await type(scope, 'surname', 'Silva')
    await allSettled(form.submitted, { scope })
    expect(given).toEqual([{ surname: 'Silva', mail: '', documentNumber: '', imageFront: '' }])
    expect(scope.getState(form.$errors)).toEqual({})
  })

  it('follows the situation that its rules depend on', async () => {
    const scope = fork({ values: [[$strict, false]] })
    await allSettled(form.submitted, { scope })
    expect(scope.getState(form.$errors)).toEqual({})
    expect([...scope.getState(form.$required)]).toEqual([])
    expect([...fork().getState(form.$required)]).toEqual(['surname'])
  })

  it('takes values from the API as they are and filters only what is typed (DEC-33)', async () => {
    const scope = fork()
    await allSettled(form.filled, { scope, params: { mail: 'maria+trip@example.com' } })
    expect(scope.getState(form.$values).mail).toBe('maria+trip@example.com')
    await type(scope, 'mail', 'maria trip@example.com')
    expect(scope.getState(form.$values).mail).toBe('mariatrip@example.com')
    expect([...scope.getState(form.$lost)]).toEqual(['mail'])
    await type(scope, 'mail', '')
    expect([...scope.getState(form.$lost)]).toEqual([])
  })

  it('shows a field wrong that somebody else refused, without a refused submit', async () => {
    const scope = fork()
    await allSettled(form.errorFound, { scope, params: { field: 'mail', kind: 'inUse' } })
    expect(scope.getState(form.$errors)).toEqual({ mail: 'inUse' })
    expect(scope.getState(form.$refusals)).toBe(0)
  })

  it('brings back what was typed after a reload of the tab (DEC-18)', async () => {
    const before = fork()
    await type(before, 'surname', 'Silva')
    const after = fork()
    await allSettled(formOpened, { scope: after })
    expect(after.getState(form.$values).surname).toBe('Silva')
  })

  it('never puts an image or a document number into the storage of the browser (DEC-18)', async () => {
    const scope = fork()
    await type(scope, 'surname', 'Silva')
    await type(scope, 'documentNumber', 'CA-SECRET')
    await type(scope, 'imageFront', 'IMAGE-SECRET')
    expect(sessionStorage).toHaveLength(1)
    expect(sessionStorage.getItem('checkin.draft.test/person')).not.toContain('SECRET')
  })

  it('forgets the draft when it is dropped, so that the next person finds nothing (DEC-85)', async () => {
    const scope = fork()
    await type(scope, 'surname', 'Silva')
    await allSettled(formDropped, { scope })
    expect(sessionStorage).toHaveLength(0)
  })

  it('gives a draft back to its owner only: another reservation in the same tab starts empty', async () => {
    const mine = fork({ values: [[$owner, 'guid-1']] })
    await allSettled(owned.fieldChanged, { scope: mine, params: { field: 'surname', value: 'Silva' } })
    const surnameOf = async (owner: string): Promise<string> => {
      const scope = fork({ values: [[$owner, owner]] })
      await allSettled(formOpened, { scope })
      return scope.getState(owned.$values).surname
    }
    expect([await surnameOf('guid-2'), await surnameOf('guid-1')]).toEqual(['', 'Silva'])
    sessionStorage.setItem('checkin.draft.test/owned', '{"surname":"written by an older version"}')
    expect(await surnameOf('guid-1')).toBe('')
  })

  it('works on without a draft when the stored one is broken', async () => {
    sessionStorage.setItem('checkin.draft.test/person', '{"surname": 7, "unknown": "x", "imageFront": "y"')
    const scope = fork()
    await allSettled(formOpened, { scope })
    expect(scope.getState(form.$values).surname).toBe('')
    sessionStorage.setItem('checkin.draft.test/person', '{"surname": 7, "unknown": "x", "imageFront": "y"}')
    await allSettled(formOpened, { scope })
    expect(scope.getState(form.$values)).toEqual({ surname: '', mail: '', documentNumber: '', imageFront: '' })
  })

  it('never loses a typed value by any order of typing, submitting and server refusals', async () => {
    const steps = fc.array(fc.oneof(
      fc.record({ kind: fc.constant('type' as const), field: fc.constantFrom('surname' as const, 'documentNumber' as const), value: fc.stringMatching(/^[A-Za-z]{0,20}$/) }),
      fc.record({ kind: fc.constant('submit' as const) }),
      fc.record({ kind: fc.constant('refuse' as const), field: fc.constantFrom('surname' as const, 'mail' as const) }),
    ), { maxLength: 12 })
    await fc.assert(fc.asyncProperty(steps, async (done) => {
      const scope = fork()
      const expected = { surname: '', documentNumber: '' }
      for (const step of done) {
        if (step.kind === 'type') {
          expected[step.field] = step.value
          await type(scope, step.field, step.value)
        } else if (step.kind === 'submit') await allSettled(form.submitted, { scope })
        else await allSettled(form.errorFound, { scope, params: { field: step.field, kind: 'Invalid' } })
      }
      expect(scope.getState(form.$values)).toMatchObject(expected)
    }), { numRuns: 50 })
  })
})
