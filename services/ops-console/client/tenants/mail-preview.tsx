import type { Language } from '@checkin/api/languages'
import type { TenantTexts } from '@checkin/internal'
import { QueryResult } from '../frame/query-result.tsx'
import { useMailPreview } from './settings-queries.ts'

interface MailPreviewProps {
  /** The tenant's id. */
  readonly id: string
  /** Name of the mail. */
  readonly mail: string
  readonly language: Language
  /** The company's own texts as they are worded here, kept or not. */
  readonly texts: TenantTexts | undefined
}

/** A mail as it would be sent, with example data, in both forms (DEC-325). */
export function MailPreview({ id, mail, language, texts }: MailPreviewProps) {
  const preview = useMailPreview(id, mail, language, texts ?? {})
  return (
    <section className="panel" aria-label="Mail" aria-live="polite">
      <h2>The mail</h2>
      <QueryResult query={preview}>
        {({ subject, html, text }) => (
          <>
            <p><b>Subject:</b> <span data-mail="subject" lang={language}>{subject}</span></p>
            {/* Of an origin of its own, and nothing in it runs. */}
            <iframe title="As HTML" sandbox="" src={`data:text/html;charset=utf-8,${encodeURIComponent(html)}`} />
            <details><summary>As plain text</summary><pre lang={language}>{text}</pre></details>
            <p className="legend">With example data, and every sentence that this mail may have.</p>
          </>
        )}
      </QueryResult>
    </section>
  )
}
