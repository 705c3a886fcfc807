import { formatDate, useLanguage, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Panel } from '@checkin/ui/step'
import { UploadField } from '@checkin/ui/upload'
import { useUnit } from 'effector-react'
import { imageEndings } from '@checkin/driver-rules/images'
import type { Found, ScanModel } from './scan.model.ts'

interface Props {
  readonly scan: ScanModel
  readonly words: Translate
}

function FoundValues({ found, scan, words }: Props & { readonly found: Found }) {
  const language = useLanguage()
  const { accept, discard } = useUnit({ accept: scan.accepted, discard: scan.discarded })
  return (
    <>
      <Notice kind={found.birthDiffers ? 'warn' : 'info'} title={words('Scan.found')} live>
        {found.number !== null && <p>{words('Scan.number', { number: found.number })}</p>}
        {found.expiryDate !== null && <p>{words('Scan.expiryDate', { date: formatDate(found.expiryDate, language) })}</p>}
        <p>{words(found.birthDiffers ? 'Scan.birthDiffers' : 'Scan.check')}</p>
      </Notice>
      <div className="ck-upload-actions">
        <Button kind="soft" action="Scan.use" onClick={() => accept()}>{words('Scan.use')}</Button>
        <Button kind="plain" action="Scan.discard" onClick={() => discard()}>{words('Scan.discard')}</Button>
      </div>
    </>
  )
}

const outcomes = { used: 'ok', unreadable: 'warn', failed: 'warn' } as const

/** A picture of the document that only this device sees, and what was read from it for the renter to take or leave. */
export function ScanField({ scan, words }: Props) {
  const { state, choose, discard } = useUnit({ state: scan.$scan, choose: scan.chosen, discard: scan.discarded })
  return (
    <section data-scan={state.kind}>
      <Panel>
        <UploadField
          name="scan" label={words('Scan.label')} hint={words('Scan.hint')} accept={imageEndings.join(',')} preview={null} isOnlyRead isThere={false} isBusy={state.kind === 'reading'}
          words={{ choose: words('Image.choose'), take: words('Image.take'), replace: words('Image.replace'), remove: words('Image.remove'), onFile: words('Image.onFile'), busy: words('Scan.reading') }}
          onChosen={choose} onRemoved={() => discard()}
        />
        {state.kind === 'found' && <FoundValues found={state.found} scan={scan} words={words} />}
        {(state.kind === 'used' || state.kind === 'unreadable' || state.kind === 'failed') && <Notice kind={outcomes[state.kind]} live>{words(`Scan.${state.kind}`)}</Notice>}
      </Panel>
    </section>
  )
}
