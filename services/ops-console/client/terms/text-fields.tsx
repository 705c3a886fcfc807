import { directionOf, type Language } from '@checkin/api/languages'
import { Alert, Button, Input, Select, Upload } from 'antd'
import { useId, useState } from 'react'
import { fileSize } from './terms-differences.ts'
import type { TypedSection, TypedText } from './typed-terms.ts'

interface TextFieldsProps {
  readonly language: Language
  readonly text: TypedText
  readonly onText: (text: TypedText) => void
}

const kinds: { readonly value: TypedText['kind']; readonly label: string }[] = [{ value: 'text', label: 'written here, set in the company\'s look' }, { value: 'pdf', label: 'a PDF of our own' }]

/** Fields of a document in one language. */
export function TextFields({ language, text, onText }: TextFieldsProps) {
  const titleId = useId()
  const written = { lang: language, dir: directionOf(language) }
  return (
    <>
      {directionOf(language) === 'ltr' && <div className="filters"><label>It is <Select aria-label="It is" value={text.kind} options={kinds} onChange={(kind: TypedText['kind']) => { onText({ ...text, kind }) }} /></label></div>}
      <div><label htmlFor={titleId}>Title</label><Input id={titleId} {...written} maxLength={120} value={text.title} onChange={({ target }) => { onText({ ...text, title: target.value }) }} /></div>
      {text.kind === 'pdf' ? <FileField text={text} onText={onText} /> : <Sections written={written} text={text} onText={onText} />}
    </>
  )
}

/** Bytes of the largest PDF that the reservation API takes. */
const largestFile = 2_200_000

/** A file as base64; a part at a time, because an argument list has an end. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function FileField({ text, onText }: Pick<TextFieldsProps, 'text' | 'onText'>) {
  const [problem, setProblem] = useState('')
  const take = async (file: File): Promise<void> => {
    const pdf = file.size <= largestFile ? await base64Of(file) : ''
    const wrong = pdf === '' ? 'This file is larger than 2.2 MB' : pdf.startsWith('JVBERi') ? '' : 'This file is no PDF'
    setProblem(wrong)
    if (wrong === '') onText({ ...text, pdf })
  }
  return (
    <>
      <p>{text.pdf === '' ? 'No file yet.' : `${fileSize(text.pdf)}.`}</p>
      {problem !== '' && <Alert type="error" showIcon role="alert" title={problem} />}
      <Upload accept="application/pdf" maxCount={1} showUploadList={false} beforeUpload={(file) => { void take(file); return false }}><Button>Choose a PDF, up to 2.2 MB</Button></Upload>
    </>
  )
}

interface SectionsProps extends Pick<TextFieldsProps, 'text' | 'onText'> {
  readonly written: { readonly lang: string; readonly dir: string }
}

function Sections({ written, text, onText }: SectionsProps) {
  const leadId = useId()
  const { sections } = text
  const put = (at: number, section: TypedSection): void => { onText({ ...text, sections: sections.with(at, section) }) }
  const without = (at: number): readonly TypedSection[] => sections.filter((_, other) => other !== at)
  const moveUp = (at: number, section: TypedSection): void => { onText({ ...text, sections: without(at).toSpliced(at - 1, 0, section) }) }
  return (
    <>
      <div><label htmlFor={leadId}>Introduction</label><Input.TextArea id={leadId} {...written} autoSize maxLength={2000} value={text.lead} onChange={({ target }) => { onText({ ...text, lead: target.value }) }} /></div>
      {sections.map((section, at) => (
        // Sections have no name of their own; their fields hold no state that could go to another.
        <fieldset key={at}>
          <legend>Section {at + 1}</legend>
          <Input aria-label={`Heading of section ${at + 1}`} {...written} maxLength={200} placeholder="Heading" value={section.heading} onChange={({ target }) => { put(at, { ...section, heading: target.value }) }} />
          <Input.TextArea aria-label={`Text of section ${at + 1}, an empty line between paragraphs`} {...written} autoSize={{ minRows: 3 }} value={section.text} onChange={({ target }) => { put(at, { ...section, text: target.value }) }} />
          <div className="actions">
            {at > 0 && <Button size="small" aria-label={`Move up section ${at + 1}`} onClick={() => { moveUp(at, section) }}>Move up</Button>}
            <Button size="small" aria-label={`Take out section ${at + 1}`} onClick={() => { onText({ ...text, sections: without(at) }) }}>Take out</Button>
          </div>
        </fieldset>
      ))}
      <Button style={{ justifySelf: 'start' }} disabled={sections.length >= 80} onClick={() => { onText({ ...text, sections: [...sections, { heading: '', text: '' }] }) }}>Add a section</Button>
    </>
  )
}
