import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { captureInput, replayInput } from './early-input.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let events: string[] = []

function Form() {
  const [values, setValues] = useState({ reference: '', language: 'en' })
  const change = (name: string) => (event: { target: { value: string } }) => {
    events.push(`${name}=${event.target.value}`)
    setValues((former) => ({ ...former, [name]: event.target.value }))
  }
  return (
    <form onSubmit={(event) => { event.preventDefault(); events.push(`sent ${JSON.stringify(values)}`) }}>
      <input name="reference" value={values.reference} onChange={change('reference')} />
      <input type="hidden" name="token" value="" />
      <select name="language" value={values.language} onChange={change('language')}><option value="en">English</option><option value="fr">Français</option></select>
      <button id="date" type="button" onClick={() => events.push('date opened')}>Date</button>
      <button type="submit">Send</button>
    </form>
  )
}

/** The page as the site serves it, with its input capture, before any code is there. */
function served() {
  document.body.innerHTML = `<div id="app">${renderToString(<Form />)}</div>`
  const root = document.getElementById('app')!
  const capture = captureInput(root)
  const control = (selector: string): HTMLInputElement => root.querySelector<HTMLInputElement>(selector)!
  return {
    root, capture, control,
    types: (name: string, value: string) => {
      const field = control(`[name="${name}"]`)
      field.value = value
      field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
    },
    /** The code comes: React hydrates the page, then the captured input is replayed. */
    starts: async () => {
      const complaints: unknown[] = []
      capture.readControls()
      await act(async () => { hydrateRoot(root, <Form />, { onRecoverableError: (error) => { complaints.push(error) } }) })
      await act(async () => { replayInput(root, capture.release()) })
      return complaints
    },
  }
}

beforeEach(() => { events = [] })

describe('what a renter does before the page\'s code is there (DEC-94)', () => {
  it('keeps what was typed and replays it to the form', async () => {
    const page = served()
    const field = page.control('[name="reference"]')
    page.types('reference', 'CV1001')
    expect(await page.starts()).toEqual([])
    expect(events).toEqual(['reference=CV1001'])
    expect(page.control('[name="reference"]')).toBe(field)
    expect(page.control('[name="reference"]').value).toBe('CV1001')
  })

  it('takes the last of several values, an emptied one too', async () => {
    const page = served()
    page.types('reference', 'CV1')
    page.types('reference', '')
    await page.starts()
    expect(page.control('[name="reference"]').value).toBe('')
  })

  it('never lets the browser send a form, and sends it once the code is there, with the typed values', async () => {
    const page = served()
    page.types('reference', 'CV1001')
    const submit = new Event('submit', { bubbles: true, cancelable: true })
    page.control('form').dispatchEvent(submit)
    expect(submit.defaultPrevented).toBe(true)
    await page.starts()
    expect(events.at(-1)).toBe('sent {"reference":"CV1001","language":"en"}')
    expect(events.filter((each) => each.startsWith('sent'))).toHaveLength(1)
  })

  it('presses a button again that was pressed too early', async () => {
    const page = served()
    page.control('#date').click()
    expect(events).toEqual([])
    await page.starts()
    expect(events).toEqual(['date opened'])
  })

  it('chooses again what was chosen from a list', async () => {
    const page = served()
    page.types('language', 'fr')
    await page.starts()
    expect(events).toEqual(['language=fr'])
  })

  it('sees what a browser filled in by itself, without an event', async () => {
    const page = served()
    page.control('[name="reference"]').value = 'CV1003'
    await page.starts()
    expect(events).toEqual(['reference=CV1003'])
  })

  it('captures nothing that was not touched', async () => {
    const page = served()
    await page.starts()
    expect(events).toEqual([])
  })

  it('keeps the place in the text and the focus', async () => {
    const page = served()
    const field = page.control('[name="reference"]')
    field.focus()
    page.types('reference', 'CV1001')
    field.setSelectionRange(2, 2)
    await page.starts()
    expect(document.activeElement).toBe(field)
    expect(field.selectionStart).toBe(2)
  })

  it('captures no more once it was released: the page\'s own code gets every event since', () => {
    const page = served()
    page.capture.release()
    const submit = new Event('submit', { bubbles: true, cancelable: true })
    page.control('form').dispatchEvent(submit)
    expect(submit.defaultPrevented).toBe(false)
  })
})
