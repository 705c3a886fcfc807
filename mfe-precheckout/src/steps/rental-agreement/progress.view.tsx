import { BankFrame } from '@checkin/card-payment/bank-frame'
import type { Translate } from '@checkin/i18n'
import { ActionLink, Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { useUnit } from 'effector-react'
import { outcomeKey } from '../../domain/preauth-outcome.ts'
import { submission } from './model.ts'

/** How the attempt stands, in words that stay true: refused, taking long, not known, or on the way to the signature (DEC-48). */
export function ProgressView({ words }: { readonly words: Translate }) {
  const { phase, stuck, outcome, changed, address, bank, check, finished } = useUnit({
    phase: submission.$phase, stuck: submission.$isStuck, outcome: submission.$outcome, changed: submission.$hasNewFigures, address: submission.$address, bank: submission.$bankAddress,
    check: submission.checkPressed, finished: submission.bankFinished,
  })
  if (phase === 'leaving' && address !== null) {
    return (
      <Notice kind="ok" live title={words('Leaving.title')} action={<ActionLink kind="soft" action="Leaving.continue" href={address}>{words('Leaving.continue')}</ActionLink>}>
        {words('Leaving.text')}
      </Notice>
    )
  }
  if (phase === 'bank' && bank !== null) {
    return (
      <>
        <Notice kind="info" live title={words('Bank.title')}>{words('Bank.text')}</Notice>
        <BankFrame url={bank} title={words('Bank.title')} onFinished={finished} />
      </>
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
  return outcome === null ? null : <Notice kind="danger">{words(outcomeKey(outcome.context))}</Notice>
}
