import { initI18n, useWords } from '@checkin/i18n'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { TextField } from '@checkin/ui/text-field'
import { act, fireEvent, render } from '@testing-library/react'
import { allSettled, createStore, fork, type Scope } from 'effector'
import { Provider } from 'effector-react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createForm } from './create-form.ts'
import { formSchema } from './form-schema.ts'
import { email, text } from './rules.ts'
import { FormField, useErrorSummary, type ConnectedProps } from './view.tsx'

const form = createForm({
  name: 'test/view',
  fields: { surname: { type: 'string' }, mail: { type: 'email' } },
  context: createStore(null),
  schema: () => formSchema({ surname: text({ required: true }), mail: email() }),
})

function Fields() {
  const words = useWords()
  const summary = useErrorSummary(form, words)
  return (
    <>
      <ErrorSummary {...summary} />
      <FormField as={TextField} form={form} words={words} name="mail" label="E-mail" hint="Where the code goes" autoComplete="email" />
      <FormField as={TextField} form={form} words={words} name="surname" label="Last name" />
    </>
  )
}

const input = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!
const type = (name: string, value: string): Promise<void> => act(async () => { fireEvent.change(input(name), { target: { value } }) })

async function shown(): Promise<{ screen: ReturnType<typeof render>; scope: Scope }> {
  const scope = fork()
  const screen = render(<Provider value={scope}><Fields /></Provider>)
  return { screen, scope }
}

beforeEach(async () => {
  await initI18n({ language: 'en' })
})

describe('a field on the page', () => {
  it('carries name, label, hint and the props of its control, and the required mark of its rules (SHELL-85)', async () => {
    const { screen } = await shown()
    expect(screen.getByLabelText('E-mail')).toBe(input('mail'))
    expect(input('mail').autocomplete).toBe('email')
    expect(screen.getByText('Where the code goes')).toBeTruthy()
    expect([input('surname').getAttribute('aria-required'), input('mail').getAttribute('aria-required')]).toEqual(['true', null])
  })

  it('is rendered for what it shows itself, not for what is typed elsewhere in the form (DEC-305)', async () => {
    const renders: string[] = []
    function Counted({ name, value, error }: ConnectedProps) {
      renders.push([name, value, error?.key].join(' ').trim())
      return null
    }
    const scope = fork()
    render(<Provider value={scope}>{(['mail', 'surname'] as const).map((name) => <FormField key={name} as={Counted} form={form} words={(key) => key} name={name} />)}</Provider>)
    renders.length = 0
    await act(() => allSettled(form.fieldChanged, { scope, params: { field: 'mail', value: 'a' } }))
    expect(renders).toEqual(['mail a'])
    await act(() => allSettled(form.errorFound, { scope, params: { field: 'surname', kind: 'required' } }))
    expect(renders.slice(1)).toEqual([expect.stringMatching(/^surname .*surname/i)])
  })

  it('hands the form what is typed and shows what the form kept', async () => {
    const { scope } = await shown()
    await type('mail', 'a b+c@x.pt')
    expect(scope.getState(form.$values).mail).toBe('ab+c@x.pt')
    expect(input('mail').value).toBe('ab+c@x.pt')
  })

  it('says that characters were left out in place of the hint, until the field is emptied (DEC-33)', async () => {
    const { screen } = await shown()
    await type('mail', 'a b@x.pt')
    expect(screen.getByRole('status').textContent).toBe('Some characters cannot be used here and were left out')
    await type('mail', '')
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('shows its error by key and in words, in the order of the form also in the summary, and drops it when it is mended (SHELL-83, SHELL-86)', async () => {
    const { screen, scope } = await shown()
    await type('mail', 'x@')
    await act(() => allSettled(form.submitted, { scope }))
    expect([...document.querySelectorAll('[data-error-key]')].map((each) => each.getAttribute('data-error-key'))).toEqual(['FieldsError.email.Invalid', 'FieldsError.surname.Required'])
    const summary = screen.getByRole('group', { name: 'Check 2 fields' })
    expect(document.activeElement).toBe(summary)
    expect([...summary.querySelectorAll('a')].map((link) => link.textContent)).toEqual(['Enter the last name', 'The e-mail is not valid'])
    await type('surname', 'S')
    expect(document.querySelector('[data-error-for="surname"]')).toBeNull()
    expect(document.querySelector('[data-error-for="mail"]')).not.toBeNull()
  })
})
