import type { Translate } from '@checkin/i18n'
import { ActionLink, Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { outcomeKey } from '../../domain/preauth-outcome.ts'
import { submission } from './model.ts'

/** How the attempt stands, in words that stay true: refused, taking long, not known, or on the way to the signature (DEC-48). */
export function ProgressView({ words }: { readonly words: Translate }) {
  const { phase, stuck, outcome, changed, left, address, check } = useUnit({
    phase: submission.$phase, stuck: submission.$isStuck, outcome: submission.$outcome, changed: submission.$hasNewFigures, left: submission.$hasLeftBank, address: submission.$address,
    check: submission.checkPressed,
  })
  if (phase === 'leaving' && address !== null) {
    return (
      <Notice kind="ok" live title={words('Leaving.title')} action={<ActionLink kind="soft" action="Leaving.continue" href={address}>{words('Leaving.continue')}</ActionLink>}>
        {words('Leaving.text')}
      </Notice>
    )
  }
  if (phase === 'checking') {
    return (
      <Notice kind="info" live title={words('Checking.title')} {...(stuck && { action: <Button kind="soft" action="Retry" onClick={() => check()}>{words('Retry')}</Button> })}>
        {words(stuck ? 'Checking.stuck' : 'Checking.text')}
      </Notice>
    )
  }
  if (changed) return <Notice kind="warn" live title={words('Agreement.changed.title')}>{words('Agreement.changed.text')}</Notice>
  if (left) return <BankLeft words={words} />
  return outcome === null ? null : <Notice kind="danger">{words(outcomeKey(outcome.context))}</Notice>
}

/** The Cancel that was pressed is gone with the bank's page, so the focus comes here. */
function BankLeft({ words }: { readonly words: Translate }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => { place.current?.focus() }, [])
  return <div ref={place} tabIndex={-1} data-note="bank-left"><Notice kind="info" title={words('Bank.left.title')}>{words('Bank.left.text')}</Notice></div>
}
