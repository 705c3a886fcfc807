import type { Translate } from '@checkin/i18n'
import { ActionLink } from '@checkin/ui/button'
import { Checkbox } from '@checkin/ui/checkbox'
import { Panel } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import type { TermDocument, TermsGate } from './terms.ts'

interface TermsProps {
  readonly documents: readonly TermDocument[]
  readonly agreed: boolean
  readonly onAgreed: (agreed: boolean) => void
  /** The tag of the document to save. */
  readonly onDownload: (tag: string) => void
  readonly words: Translate
}

/** One checkbox for all terms, and one document to save per term (VERIF-09). */
export function Terms({ documents, agreed, onAgreed, onDownload, words }: TermsProps) {
  return (
    <Panel>
      <Checkbox name="terms" checked={agreed} onChange={onAgreed} required>{words('TermsAgree')}</Checkbox>
      <ul aria-label={words('Terms.title')}>
        {documents.map(({ tag, title, href, fileName }) => (
          <li key={tag}>
            <span data-term={tag}>
              <ActionLink
                kind="plain" action="Terms.download" href={href} download={fileName}
                onClick={(event) => {
                  event.preventDefault()
                  onDownload(tag)
                }}
              >
                <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
                  <path d="M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M5 19.5h14" />
                </svg>
                {words('Terms.download', { title })}
              </ActionLink>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The terms after a link (DEC-11), with what stands above them; nothing when they are agreed to. */
export function TermsGateView({ gate, lead, words }: { readonly gate: TermsGate; readonly lead?: ReactNode; readonly words: Translate }) {
  const { needed, agreed, documents } = useUnit({ needed: gate.$isNeeded, agreed: gate.$agreed, documents: gate.$documents })
  const { tick, download } = useUnit({ tick: gate.ticked, download: gate.downloadPressed })
  return needed && (
    <>
      {lead}
      <Terms documents={documents} agreed={agreed} onAgreed={tick} onDownload={download} words={words} />
    </>
  )
}
