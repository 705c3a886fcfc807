import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { giveBack } from './give-back.ts'
import { holdInput } from './held-input.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let told: string[] = []

function Form() {
  const [values, setValues] = useState({ reference: '', language: 'en' })
  const change = (name: string) => (event: { target: { value: string } }) => {
    told.push(`${name}=${event.target.value}`)
    setValues((former) => ({ ...former, [name]: event.target.value }))
  }
  return (
    <form onSubmit={(event) => { event.preventDefault(); told.push(`sent ${JSON.stringify(values)}`) }}>
      <input name="reference" value={values.reference} onChange={change('reference')} />
      <input type="hidden" name="token" value="" />
      <select name="language" value={values.language} onChange={change('language')}><option value="en">English</option><option value="fr">Français</option></select>
      <button id="date" type="button" onClick={() => told.push('date opened')}>Date</button>
      <button type="submit">Send</button>
    </form>
  )
}

/** The page as the site serves it, with its hold, before any code is there. */
function served() {
  document.body.innerHTML = `<div id="app">${renderToString(<Form />)}</div>`
  const root = document.getElementById('app')!
  const hold = holdInput(root)
  const control = (selector: string): HTMLInputElement => root.querySelector<HTMLInputElement>(selector)!
  return {
    root, hold, control,
    types: (name: string, value: string) => {
      const field = control(`[name="${name}"]`)
      field.value = value
      field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
    },
    /** The code comes: React takes the page over, then gets what was held. */
    starts: async () => {
      const complaints: unknown[] = []
      hold.look()
      await act(async () => { hydrateRoot(root, <Form />, { onRecoverableError: (error) => { complaints.push(error) } }) })
      await act(async () => { giveBack(root, hold.release()) })
      return complaints
    },
  }
}

beforeEach(() => { told = [] })

describe('what a renter does before the page\'s code is there (DEC-94)', () => {
  it('keeps what was typed and tells the form of it', async () => {
    const page = served()
    const field = page.control('[name="reference"]')
    page.types('reference', 'CV1001')
    expect(await page.starts()).toEqual([])
    expect(told).toEqual(['reference=CV1001'])
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
    expect(told.at(-1)).toBe('sent {"reference":"CV1001","language":"en"}')
    expect(told.filter((each) => each.startsWith('sent'))).toHaveLength(1)
  })

  it('presses a button again that was pressed too early', async () => {
    const page = served()
    page.control('#date').click()
    expect(told).toEqual([])
    await page.starts()
    expect(told).toEqual(['date opened'])
  })

  it('chooses again what was chosen from a list', async () => {
    const page = served()
    page.types('language', 'fr')
    await page.starts()
    expect(told).toEqual(['language=fr'])
  })

  it('sees what a browser filled in by itself, without an event', async () => {
    const page = served()
    page.control('[name="reference"]').value = 'CV1003'
    await page.starts()
    expect(told).toEqual(['reference=CV1003'])
  })

  it('holds nothing that was not touched', async () => {
    const page = served()
    await page.starts()
    expect(told).toEqual([])
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

  it('holds no more once it was released: the page\'s own code has heard everything since', () => {
    const page = served()
    page.hold.release()
    const submit = new Event('submit', { bubbles: true, cancelable: true })
    page.control('form').dispatchEvent(submit)
    expect(submit.defaultPrevented).toBe(false)
  })
})
