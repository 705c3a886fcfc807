import { formatMoney, useWords } from '@checkin/i18n'
import { BarDue } from '@checkin/rental-summary/review'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepForm, StepHeading, WaysOut } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { CheckView } from '../../review/check.view.tsx'
import { ReviewView } from '../../review/review.view.tsx'
import { useReveal } from '../../review/use-reveal.ts'
import { AttemptView, NoteView } from '../../attempt/attempt.view.tsx'
import { PaymentMethodView } from '../../payment-method/payment-method.view.tsx'
import {
  $checks, $client, $ending, $gateways, $isMethodMissing, $note, $working, attempt, backPressed, exitPressed, paymentMethod, retryPressed, review, actionPressed, sectionChosen,
} from './model.ts'
import styles from './view.module.css'

/** The rental at a glance, what it costs, and how it is paid or completed (PAY-01 to PAY-17). */
export function OverviewView() {
  const words = useWords('mfe-payment')
  const { loaded, vehicleBefore, ledger, state, currency } = useUnit({
    loaded: review.$loaded, vehicleBefore: review.$vehicleBefore, ledger: review.$ledger, state: review.$state, currency: review.$currency,
  })
  const { ending, gateways, client, note, working, isMissing, stage, isLong } = useUnit({
    ending: $ending, gateways: $gateways, client: $client, note: $note, working: $working, isMissing: $isMethodMissing, stage: attempt.$stage, isLong: attempt.$isLong,
  })
  const { press, back, exit, retry, goOn, giveUp, frameEnded } = useUnit({
    press: actionPressed, back: backPressed, exit: exitPressed, retry: retryPressed, goOn: attempt.continuePressed, giveUp: attempt.cancelPressed, frameEnded: attempt.frameEnded,
  })
  const { checks, change } = useUnit({ checks: $checks, change: sectionChosen })
  const news = useReveal<HTMLDivElement>(note?.kind ?? (stage.kind === 'sending' ? 'none' : stage.kind), 'none')
  const list = useReveal<HTMLDivElement>(isMissing ? 'missing' : 'none', 'none', 'input')
  if (loaded === null) return null

  const isOpen = stage.kind === 'none' || stage.kind === 'sending'
  const isReady = state === 'ready' && ledger !== null
  const [main, ...others] = isOpen && isReady ? ending.actions : []
  const due = ledger?.due ?? 0
  /** What is due or how it can be paid is not known yet; the button is on its way. */
  const isPending = isOpen && main === undefined && state !== 'failed' && (!isReady || gateways.kind === 'loading')
  /** The amount stands on the button that takes it (PAY-04). */
  const takesMoney = main === 'Pay' || main === 'PayAndComplete'
  return (
    <StepForm onSubmit={() => { if (main !== undefined) press(main) }}>
      <StepHeading eyebrow={words('Lane.review')} title={words('Review.title')} lead={words('Review.lead')} />
      <ReviewView {...{ loaded, vehicleBefore, ledger, state, currency, words }} onRetry={() => { retry() }}>
        {isOpen && <CheckView rows={checks} stops={loaded.reservation} disabled={working !== null} words={words} onChange={(section) => { change(section) }} />}
        <div ref={news} className={styles['news']} hidden={(note === null || !isOpen) && (stage.kind === 'none' || stage.kind === 'sending')}>
          {note !== null && isOpen && <NoteView note={note} due={due} currency={currency} canPayLater={ending.actions.includes('CompletePayLater')} words={words} />}
          <AttemptView
            stage={stage} isLong={isLong} amount={due} currency={currency} words={words}
            onContinue={() => goOn()} onCancel={() => giveUp()} onFrameEnded={frameEnded}
          />
        </div>
        {isOpen && isReady && ending.unreachable && (
          <Notice kind="warn" live title={words('Methods.failed.title')} action={<Button kind="soft" action="Detour.retry" busy={gateways.kind === 'loading'} onClick={() => retry()}>{words('Detour.retry')}</Button>}>
            {words('Methods.failed.text')}
          </Notice>
        )}
        {isOpen && isReady && ending.atCounter && <div data-note="PayAtCounter"><Notice>{words('PayAtCounter')}</Notice></div>}
        {isOpen && ending.methods.length > 0 && (
          <div ref={list} className={styles['methods']}><PaymentMethodView model={paymentMethod} gateways={ending.methods} client={client} isMissing={isMissing} words={words} /></div>
        )}
      </ReviewView>
      <Actions>
        {isPending && <span className={styles['room']} />}
        {isPending && ending.awaited.slice(1).map((action) => <span key={action} className={`ck-button ${styles['awaited']}`} data-kind="plain" aria-hidden="true">{words(action)}</span>)}
        {main !== undefined && <Button key="main" action={main} type="submit" busy={working !== null && !others.some((action) => action === working)} disabled={others.some((action) => action === working)}>{takesMoney ? words(`${main}.amount`, { amount: formatMoney(due, currency) }) : words(main)}</Button>}
        {others.map((action) => <Button key={action} kind="plain" action={action} busy={working === action} disabled={working !== null && working !== action} onClick={() => press(action)}>{words(action)}</Button>)}
        <WaysOut>
          {isOpen && <Button key="Back" kind="plain" action="Back" disabled={working !== null} onClick={() => back()}>{words('Back')}</Button>}
          <Button key="Exit" kind="plain" action="Exit" disabled={working !== null && isOpen} onClick={() => exit()}>{words('Exit')}</Button>
        </WaysOut>
        {isOpen && ledger !== null && !takesMoney && !isPending && <BarDue ledger={ledger} currency={currency} words={words} />}
      </Actions>
    </StepForm>
  )
}
