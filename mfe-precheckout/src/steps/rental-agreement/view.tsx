import { CardChoiceView } from '@checkin/card-payment/card-choice'
import { useWords } from '@checkin/i18n'
import { DifferencesView } from '@checkin/rental-summary/differences'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepForm, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { BankView } from './bank.view.tsx'
import { DepositView } from './deposit.view.tsx'
import { ProgressView } from './progress.view.tsx'
import { $differences, $isBusy, $isCardMissing, $isDeferring, $isProceeding, cardForm, cards, counterPressed, figures, proceedPressed, submission } from './model.ts'

/** The deposit explained, the card that gives it, and the two ways on (PRECHK-10 to PRECHK-18). */
export function RentalAgreementView() {
  const words = useWords('mfe-precheckout')
  const { gateway, phase, busy, proceeding, deferring } = useUnit({
    gateway: cards.$gatewayState, phase: submission.$phase, busy: $isBusy, proceeding: $isProceeding, deferring: $isDeferring,
  })
  const { differences, currency, figuresState } = useUnit({ differences: $differences, currency: figures.$currency, figuresState: figures.$state })
  const { saved, client, isMissing } = useUnit({ saved: cards.$saved, client: cards.$client, isMissing: $isCardMissing })
  const { proceed, counter } = useUnit({ proceed: proceedPressed, counter: counterPressed })
  const bank = useUnit(submission.$bankAddress)
  if (phase === 'bank' && bank !== null) return <BankView url={bank} words={words} />
  const isWaiting = phase === 'checking' || phase === 'leaving'
  const isChoiceComing = !isWaiting && (gateway === 'loading' || (gateway === 'ready' && saved.kind === 'loading'))
  return (
    <StepForm onSubmit={proceed}>
      <StepHeading eyebrow={words('Precheckout.eyebrow')} title={words('Agreement.title')} lead={words('Agreement.lead')} />
      {figuresState === 'waiting' && <div data-coming />}
      <DepositView words={words} />
      <ProgressView words={words} />
      {differences.length > 0 && <DifferencesView differences={differences} currency={currency} words={words} />}
      {!isWaiting && gateway === 'ready' && (saved.kind === 'loading'
        ? <p className="ck-hint" role="status">{words('Loading.label')}</p>
        : (
          <CardChoiceView
            cards={cards} form={cardForm} client={client} name="card" messages="Choice" words={words}
            error={isMissing ? { key: 'Choice.choose', text: words('Choice.choose') } : null} noForm={<Notice kind="warn">{words('Choice.noForm')}</Notice>}
          />
        ))}
      {/* The page's end waits for the cards, the buttons do not. */}
      {isChoiceComing && <div><div data-coming /></div>}
      {(gateway === 'none' || gateway === 'unknown') && <Notice kind="warn" title={words(`Agreement.gateway.${gateway}.title`)}>{words('Agreement.gateway.text')}</Notice>}
      {!isWaiting && <Actions>
        {gateway !== 'none' && gateway !== 'unknown' && <Button action="Proceed" type="submit" busy={proceeding} disabled={gateway === 'loading' || deferring}>{words('Proceed')}</Button>}
        <Button kind="ghost" action="NoIwillSignOTC" busy={deferring} disabled={busy && !deferring} onClick={() => counter()}>{words('NoIwillSignOTC')}</Button>
      </Actions>}
      {/* The form gave way to a few words: what stands below would jump (DEC-257). */}
      {isWaiting && <div data-coming />}
    </StepForm>
  )
}
