import { directionOf, type Language } from '@checkin/api/languages'
import { longestText, placesOf, textProblem, textProblemWords } from '@checkin/internal'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { partName, partOf, type TextRow } from './text-rows.ts'

interface TextEditorProps {
  readonly row: TextRow
  readonly language: Language
  readonly mayChange: boolean
  /** Whether it is being worded; what is open stands in the page's address. */
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Another wording; null for the product's. */
  readonly onText: (text: string | null) => void
}

/** One text: the product's wording, the company's, and the way to word it otherwise. */
export function TextEditor({ row: { id, product, own }, language, mayChange, isOpen, onOpen, onText }: TextEditorProps) {
  const written = { lang: language, dir: directionOf(language) }
  return (
    <li data-text={id} data-own={own !== null}>
      <p><code>{id.slice(id.indexOf(':') + 1)}</code> <span className="legend">{partName(partOf(id))}</span> {own !== null && <span className="pill new">changed by us</span>}</p>
      {product === '' ? <p className="legend">The product has no such text any more: nobody reads it.</p> : <p {...written} className={own === null ? undefined : 'former'}>{product}</p>}
      {own !== null && !isOpen && <p {...written}><b>{own}</b></p>}
      {isOpen && mayChange && product !== '' && <Wording key={own ?? product} id={id} product={product} own={own} written={written} onText={onText} onDone={() => { onOpen(false) }} />}
      <div className="actions">
        {mayChange && product !== '' && !isOpen && <Button size="small" aria-label={`Word it ourselves: ${id}`} onClick={() => { onOpen(true) }}>Word it ourselves</Button>}
        {mayChange && own !== null && <Button size="small" aria-label={`Put back to the product's: ${id}`} onClick={() => { onText(null); onOpen(false) }}>Put back to the product's</Button>}
        {!mayChange && id.startsWith('mail:') && <Button size="small" aria-label={`Show the mail: ${id}`} onClick={() => { onOpen(!isOpen) }}>Show the mail</Button>}
      </div>
    </li>
  )
}

interface WordingProps {
  readonly id: string
  readonly product: string
  readonly own: string | null
  readonly written: { readonly lang: string; readonly dir: string }
  readonly onText: (text: string) => void
  readonly onDone: () => void
}

/** Says at once what the server would refuse. */
function Wording({ id, product, own, written, onText, onDone }: WordingProps) {
  const [field, hint] = [useId(), useId()]
  const [text, setText] = useState(own ?? product)
  const problem = textProblem(id, product, text)
  const places = placesOf(product)
  return (
    <>
      <label htmlFor={field}>Our wording</label>
      <Input.TextArea id={field} {...written} autoSize autoFocus value={text} aria-describedby={hint} {...(problem !== null && { 'status': 'error', 'aria-invalid': true })} onChange={({ target }) => { setText(target.value) }} />
      <p id={hint} className="legend" aria-live="polite">
        {problem !== null && <b className="problem">{textProblemWords[problem]}. </b>}
        {text.length} of at most {longestText(product)} characters. {places.length === 0 ? 'It has no places.' : `Places: ${places.map((name) => `{{${name}}}`).join(', ')}.`}
      </p>
      <div className="actions">
        <Button size="small" type="primary" disabled={problem !== null || text === (own ?? product)} onClick={() => { onText(text); onDone() }}>Use this wording</Button>
        <Button size="small" onClick={onDone}>Leave it as it was</Button>
      </div>
    </>
  )
}
