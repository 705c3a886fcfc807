import type { Translate } from '@checkin/i18n'
import { ActionLink } from '@checkin/ui/button'
import { Checkbox } from '@checkin/ui/checkbox'
import { Panel } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { TermDocument, TermsGate } from './terms.ts'

interface TermsProps {
  readonly documents: readonly TermDocument[]
  readonly agreed: boolean
  readonly onAgreed: (agreed: boolean) => void
  /** The tag of the document to save. */
  readonly onDownload: (tag: string) => void
  readonly words: Translate
  /** Somebody wanted to go on without the tick. */
  readonly isMissed?: boolean
}

/** One checkbox for all terms, and one document to save per term (VERIF-09). */
export function Terms({ documents, agreed, onAgreed, onDownload, words, isMissed = false }: TermsProps) {
  return (
    <Panel>
      <Checkbox name="terms" checked={agreed} onChange={onAgreed} required error={isMissed ? { key: 'MustAcceptTerms', text: words('MustAcceptTerms') } : null}>{words('TermsAgree')}</Checkbox>
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

/** The terms after a link (DEC-11), with what stands above them; nothing when they are agreed to. A press without the tick leads to the box and says why (DEC-171). */
export function TermsGateView({ gate, lead, words }: { readonly gate: TermsGate; readonly lead?: ReactNode; readonly words: Translate }) {
  const { needed, agreed, documents, misses } = useUnit({ needed: gate.$isNeeded, agreed: gate.$agreed, documents: gate.$documents, misses: gate.$misses })
  const { tick, download } = useUnit({ tick: gate.ticked, download: gate.downloadPressed })
  const place = useRef<HTMLDivElement>(null)
  const seen = useRef(misses)
  useEffect(() => {
    const isNews = misses > seen.current
    seen.current = misses
    if (!isNews) return
    const box = place.current?.querySelector<HTMLInputElement>('input[name="terms"]')
    // In the middle: at the edge the bar of a phone would lie over it.
    box?.scrollIntoView({ block: 'center' })
    box?.focus({ preventScroll: true })
  }, [misses])
  return needed && (
    <div ref={place} style={{ display: 'contents' }}>
      {lead}
      <Terms documents={documents} agreed={agreed} onAgreed={tick} onDownload={download} words={words} isMissed={misses > 0} />
    </div>
  )
}
