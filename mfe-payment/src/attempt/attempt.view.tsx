import { BankFrame } from '@checkin/card-payment/bank-frame'
import { formatMoney, type Translate } from '@checkin/i18n'
import { DifferencesView } from '@checkin/rental-summary/differences'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Panel } from '@checkin/ui/step'
import type { ReactNode } from 'react'
import type { AttemptStage, Note } from './attempt.ts'
import styles from './attempt.module.css'

export interface AttemptViewProps {
  readonly stage: AttemptStage
  readonly isLong: boolean
  readonly amount: number
  readonly currency: string
  readonly onContinue: () => void
  readonly onCancel: () => void
  readonly onFrameEnded: () => void
  readonly words: Translate
}

/** What becomes of a payment that is neither here nor there: the truth, and what the renter may do meanwhile (P8 to P18). */
export function AttemptView({ stage, isLong, amount, currency, onContinue, onCancel, onFrameEnded, words }: AttemptViewProps) {
  const money = formatMoney(amount, currency)
  switch (stage.kind) {
    // While the order is on its way the button itself shows that it works (PAY-17).
    case 'none': case 'sending': return null
    case 'checking': return (
      <Waiting title={words('Attempt.checking.title')} name="checking">
        <p>{words('Attempt.checking.text', { amount: money })}</p>
        {isLong && <p data-long="">{words('Attempt.checking.long')}</p>}
      </Waiting>
    )
    case 'leaving': return <Waiting title={words('Attempt.leaving.title')} name="leaving"><p>{words('Attempt.leaving.text')}</p></Waiting>
    case 'cancelling': return <Waiting title={words('Attempt.cancelling.title')} name="cancelling"><p>{words('Attempt.cancelling.text')}</p></Waiting>
    case 'frame': return (
      <section className={styles['frame']} data-attempt="frame" aria-label={words('Attempt.frame.title')}>
        <h2>{words('Attempt.frame.title')}</h2>
        <p>{words('Attempt.frame.text', { amount: money })}</p>
        <BankFrame url={stage.url} title={words('Attempt.frame.title')} onFinished={onFrameEnded} />
        <Button kind="ghost" action="Cancel" onClick={onCancel}>{words('Attempt.cancel')}</Button>
      </section>
    )
    case 'pending': return (
      <div data-attempt="pending">
        <Panel>
          <div>
            <h2>{words('Attempt.pending.title', { amount: formatMoney(stage.amount ?? amount, currency) })}</h2>
            <p>{words('Attempt.pending.text')}</p>
          </div>
          <div className={styles['answers']}>
            {stage.url !== null && <Button action="Continue" onClick={onContinue}>{words('Attempt.continue')}</Button>}
            <Button kind="ghost" action="Cancel" onClick={onCancel}>{words('Attempt.cancel')}</Button>
          </div>
        </Panel>
      </div>
    )
  }
}

function Waiting({ title, name, children }: { readonly title: string; readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles['attempt']} data-attempt={name} role="status">
      <Panel>
        <div className={styles['waiting']}>
          <span className={styles['wheel']} aria-hidden="true" />
          <div>
            <h2>{title}</h2>
            {children}
          </div>
        </div>
      </Panel>
    </div>
  )
}

export interface NoteViewProps {
  readonly note: Note
  readonly due: number
  readonly currency: string
  readonly canPayLater: boolean
  readonly words: Translate
}

/** Why the last attempt ended, and the next step. */
export function NoteView({ note, due, currency, canPayLater, words }: NoteViewProps) {
  if (note.kind === 'newer') return <DifferencesView differences={note.differences} currency={currency} words={words} />
  const amount = formatMoney(due, currency)
  const isSettled = note.kind === 'paid' && due <= 0
  const text = note.kind === 'declined' ? words(`Decline.${note.reason}`) : isSettled ? words('Note.paid.settledText') : words(`Note.${note.kind}.text`, { amount })
  return (
    <div data-note={note.kind} data-note-reason={note.kind === 'declined' ? note.reason : undefined}>
      <Notice live kind={note.kind === 'paid' ? 'ok' : note.kind === 'declined' ? 'danger' : 'warn'} title={words(isSettled ? 'Note.paid.settledTitle' : `Note.${note.kind}.title`)}>
        <p>{text}</p>
        {note.kind === 'declined' && <p>{words('Note.declined.next')}{canPayLater && ` ${words('Note.declined.later')}`}</p>}
      </Notice>
    </div>
  )
}
