import { directionOf, type Language } from '@checkin/api/languages'
import type { TermsContent } from '@checkin/internal'
import { Alert, Button } from 'antd'
import { fileSize } from './terms-differences.ts'
import { useTermsFile, type TextOf } from './terms-queries.ts'

/** What a text says, to be read here. */
export function TermsReading({ content, language }: { readonly content: TermsContent; readonly language: Language }) {
  return (
    <article className="reading" lang={language} dir={directionOf(language)}>
      <h3>{content.title}</h3>
      {content.kind === 'pdf' ? <p lang="en" dir="ltr">{fileSize(content.pdf)}</p> : (
        <>
          <p>{content.lead}</p>
          {content.sections.map(({ heading, paragraphs }, at) => (
            // Sections have no name of their own; two may be alike.
            <section key={at}>
              <h4>{heading}</h4>
              {paragraphs.map((text, number) => <p key={number}>{text}</p>)}
            </section>
          ))}
        </>
      )}
    </article>
  )
}

/** Saves a text as the PDF that renters get on their page, in the look of the company; nothing is kept for that. */
export function SavePdf({ text, disabled = false }: { readonly text: TextOf; readonly disabled?: boolean }) {
  const file = useTermsFile()
  return (
    <>
      {file.error && <Alert type="error" showIcon role="alert" title={file.error.message} />}
      <Button style={{ justifySelf: 'start' }} disabled={disabled} loading={file.isPending} onClick={() => { file.mutate(text) }}>Save the PDF that renters get</Button>
    </>
  )
}
