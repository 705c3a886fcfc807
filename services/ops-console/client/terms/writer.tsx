import { languages, type Language } from '@checkin/api/languages'
import { Alert, Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { languageName } from '../frame/format.tsx'
import { SavePdf, TermsReading } from './terms-reading.tsx'
import { useSaveTermsDraft } from './terms-queries.ts'
import { TextFields } from './text-fields.tsx'
import { contentOf, emptyText, forgetTyped, keepTyped, readTyped, requestOf, type TypedTerms, type TypedText } from './typed-terms.ts'

interface WriterProps {
  /** The tenant's id. */
  readonly id: string
  /** What is written, among all that may be: what was typed before a reload is found by it. */
  readonly name: string
  readonly initial: TypedTerms
}

/** The fields of a draft, with the text beside them as it will read. What is typed outlasts a refusal and a reload, in this tab alone. */
export function Writer({ id, name, initial }: WriterProps) {
  const key = `${id} ${name}`
  const navigate = useNavigate()
  const save = useSaveTermsDraft()
  const [kept] = useState(() => readTyped(sessionStorage, key))
  const [typed, setTyped] = useState(kept ?? initial)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [noteId, tagId, dayId] = [useId(), useId(), useId()]
  const there = languages.filter((language) => typed.texts[language] !== undefined)
  const [language, setLanguage] = useState<Language>(there[0] ?? 'en')
  const change = (values: Partial<TypedTerms>): void => {
    const next = { ...typed, ...values }
    setTyped(next)
    keepTyped(sessionStorage, key, next)
  }
  const changeText = (text: TypedText): void => { change({ texts: { ...typed.texts, [language]: text } }) }
  const takeOut = (): void => {
    const { [language]: _text, ...others } = typed.texts
    change({ texts: others })
    setLanguage(there.find((each) => each !== language) ?? language)
  }
  const keep = (): void => {
    const read = requestOf(typed)
    setProblems('problems' in read ? read.problems : [])
    if ('request' in read) {
      save.mutate({ id, draftId: typed.draftId, request: read.request }, { onSuccess: () => { forgetTyped(sessionStorage, key); void navigate(`/tenants/${id}/terms-drafts/${typed.draftId}`) } })
    }
  }
  const text = typed.texts[language]
  return (
    <div className="pair">
      <section className="panel" aria-label="Draft">
        {kept && (
          <Alert type="info" showIcon title="What you typed before is here again" action={<Button size="small" onClick={() => { setTyped(initial); forgetTyped(sessionStorage, key) }}>Begin again</Button>} />
        )}
        <div className="form">
          <div><label htmlFor={tagId}>Short name of the document, as the settings name it</label><Input id={tagId} value={typed.tag} readOnly={initial.tag !== ''} placeholder="rental" onChange={({ target }) => { change({ tag: target.value }) }} /></div>
          <div><label htmlFor={dayId}>First day, at the tenant's place</label><Input id={dayId} type="date" value={typed.validFrom} onChange={({ target }) => { change({ validFrom: target.value }) }} /></div>
        </div>
        <div className="filters">
          <label>Language <Select aria-label="Language" value={language} options={languages.map((value) => ({ value, label: `${languageName(value)}${typed.texts[value] ? '' : ': no text'}` }))} onChange={setLanguage} /></label>
          {text && there.length > 1 && <div><Button onClick={takeOut}>Take {languageName(language)} out</Button></div>}
        </div>
        {text ? <TextFields key={language} language={language} text={text} onText={changeText} />
          : <Button style={{ justifySelf: 'start' }} onClick={() => { changeText(emptyText(language)) }}>Add a text in {languageName(language)}</Button>}
        <label htmlFor={noteId}>What the draft is for; a second person reads it</label>
        <Input id={noteId} maxLength={300} value={typed.note} onChange={({ target }) => { change({ note: target.value }) }} />
        {problems.length > 0 && <Alert type="error" showIcon role="alert" title="It cannot be kept yet" description={<ul>{problems.map((problem) => <li key={problem}>{problem}</li>)}</ul>} />}
        {save.error && <Alert type="error" showIcon role="alert" title={save.error.message} description="Nothing that you typed is lost." />}
        <Button style={{ justifySelf: 'start' }} type="primary" loading={save.isPending} onClick={keep}>Keep as a draft</Button>
      </section>
      <section className="panel" aria-label="As it reads">
        <h2>As it reads</h2>
        {text ? <><TermsReading content={contentOf(text)} language={language} /><SavePdf disabled={typed.validFrom === ''} text={{ id, tag: typed.tag, language, validFrom: typed.validFrom, content: contentOf(text) }} /></> : <p>There is no text in {languageName(language)}.</p>}
      </section>
    </div>
  )
}
