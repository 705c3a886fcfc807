import type { Translate } from '@checkin/i18n'
import { ActionLink } from '@checkin/ui/button'
import { Checkbox } from '@checkin/ui/checkbox'
import { Panel } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { Download } from '../icons.view.tsx'
import type { TermsGate } from './terms-gate.model.ts'

/** One checkbox for all terms and one document to save per term (DEC-11); nothing when they are agreed to. */
export function TermsGateView({ gate, words }: { readonly gate: TermsGate; readonly words: Translate }) {
  const { needed, agreed, documents } = useUnit({ needed: gate.$isNeeded, agreed: gate.$agreed, documents: gate.$documents })
  const { tick, download } = useUnit({ tick: gate.ticked, download: gate.downloadPressed })
  if (!needed) return null
  return (
    <Panel>
      <Checkbox name="terms" checked={agreed} onChange={tick} required>{words('TermsAgree')}</Checkbox>
      <ul aria-label={words('Terms.title')}>
        {documents.map(({ tag, title, href, fileName }) => (
          <li key={tag} data-term={tag}>
            <ActionLink
              kind="plain" action="Terms.download" href={href} download={fileName}
              onClick={(event) => {
                event.preventDefault()
                download(tag)
              }}
            >
              <Download />{words('Terms.download', { title })}
            </ActionLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
