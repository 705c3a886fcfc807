import { Alert, App, Button } from 'antd'
import { Link } from 'react-router'
import type { SupportState } from '@checkin/internal'
import { Moment } from '../frame/format.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { WideTable } from '../frame/tables.tsx'
import type { MoneyOf } from '../money/money-queries.ts'
import { sumText } from '../money/order-text.ts'
import { RenterCard } from './renter-card.tsx'
import { useResend, useSupportState } from './support-queries.ts'
import { levelNames, localText, messageName, missingOf, stepName } from './support-text.ts'

interface ReservationForSupportProps {
  readonly of: MoneyOf
  /** Whether names and addresses may be asked for. */
  readonly mayReadDetails: boolean
}

/** One reservation: what is done, what is missing, what can be sent, and what happened last. */
export function ReservationForSupport({ of, mayReadDetails }: ReservationForSupportProps) {
  const state = useSupportState(of)
  return (
    <div aria-live="polite" data-state={state.isPending ? 'loading' : 'answered'} style={{ display: 'grid', gap: 18, minInlineSize: 0 }}>
      <QueryResult query={state}>
        {(found) => (found === null
          ? <section className="panel"><p>This company has no reservation {of.reference}, or its personal data are erased.</p></section>
          : (
            <>
              <div className="pair">
                <Progress state={found} onAgain={() => { void state.refetch() }} />
                <Sending of={of} state={found} />
              </div>
              <RenterCard of={of} mayRead={mayReadDetails} />
              <Happened state={found} />
              <Payments of={of} state={found} />
            </>
            ))}
      </QueryResult>
    </div>
  )
}

const done = (is: boolean) => (is ? <span className="pill new">done</span> : <span className="pill off">open</span>)

function Progress({ state, onAgain }: { readonly state: SupportState; readonly onAgain: () => void }) {
  const { reference, pickUpAt, pickUpPlace, returnAt, returnPlace, termsAccepted, isCompleted, hasAgreement, agreement, steps } = state
  return (
    <section className="panel trace" aria-label={`Reservation ${reference}`}>
      <h2>Reservation {reference}</h2>
      <dl>
        <div><dt>Pick-up</dt><dd>{localText(pickUpAt)}, {pickUpPlace}</dd></div>
        <div><dt>Return</dt><dd>{localText(returnAt)}, {returnPlace}</dd></div>
        <div><dt>Terms</dt><dd>{done(termsAccepted)}</dd></div>
        {steps.filter(({ isEnabled }) => isEnabled).map(({ viewTag, isCompleted: isDone }) => <div key={viewTag}><dt>{stepName(viewTag)}</dt><dd>{done(isDone)}</dd></div>)}
        <div><dt>Check-in</dt><dd>{done(isCompleted)}</dd></div>
        <div><dt>Agreement</dt><dd>{agreement === null ? done(hasAgreement) : <span className="pill">{agreement}</span>}</dd></div>
      </dl>
      <h3>What is missing</h3>
      <ul className="rows">
        {missingOf(state.missing).map(({ acts, texts }) => <li key={acts}><p><b>{acts}:</b> {texts.length === 0 ? 'nothing.' : texts.join(' ')}</p></li>)}
      </ul>
      <Button onClick={onAgain}>Look again</Button>
    </section>
  )
}

/** What the renter can be sent: only to what is on file, and nobody here sees a link or a code. */
function Sending({ of, state }: { readonly of: MoneyOf; readonly state: SupportState }) {
  const { message } = App.useApp()
  const resend = useResend(of)
  const send = (what: 'link' | 'code'): void => {
    resend.mutate(what, { onSuccess: ({ email }) => { void message.success(`The ${what} is on its way to ${email}`) } })
  }
  const isOver = state.hasAgreement || state.isCompleted
  return (
    <section className="panel" aria-label="Send again">
      <h2>Send again</h2>
      <p>{state.email === null ? 'No e-mail address is on file.' : `On file: ${state.email}${state.phone === null ? '' : `, telephone ${state.phone}`}.`} Ask the renter to say the whole of it: it is not shown here.</p>
      <div className="actions">
        <Button type="primary" loading={resend.isPending && resend.variables === 'link'} disabled={isOver || state.email === null} onClick={() => { send('link') }}>Send the link</Button>
        <Button loading={resend.isPending && resend.variables === 'code'} disabled={!state.waitsForCode} onClick={() => { send('code') }}>Send the code</Button>
      </div>
      <p className="legend">
        {isOver ? 'Check-in is complete: there is nothing to go on with. ' : 'The link opens the reservation on any device; the one before ends. '}
        {state.waitsForCode ? 'A page of the renter waits for a code.' : 'No page waits for a code: the renter asks for one there first.'}
      </p>
      {resend.error && <Alert type="error" showIcon role="alert" title={resend.error.message} />}
    </section>
  )
}

const Happened = ({ state: { messages, sessions } }: { readonly state: SupportState }) => (
  <div className="pair">
    <section className="panel">
      <h2>Mails and text messages</h2>
      {messages.length === 0
        ? <p>Nothing was sent yet.</p>
        : (
          <WideTable<SupportState['messages'][number]>
            label="Mails and text messages" rowKey={({ kind, writtenAt }) => `${kind} ${writtenAt}`} pagination={false} rows={messages}
            columns={[
              { title: 'What', render: (_, { kind }) => messageName(kind) }, { title: 'State', dataIndex: 'state' }, { title: 'Written', render: (_, { writtenAt }) => <Moment at={writtenAt} /> },
              { title: 'Left', render: (_, { finishedAt }) => finishedAt !== null && <Moment at={finishedAt} /> }, { title: 'Language', dataIndex: 'language' },
            ]}
          />
          )}
    </section>
    <section className="panel">
      <h2>Visits</h2>
      {sessions.length === 0
        ? <p>Nobody opened the reservation yet.</p>
        : (
          <WideTable<SupportState['sessions'][number]>
            label="Visits" rowKey={({ level, beganAt }) => `${level} ${beganAt}`} pagination={false} rows={sessions}
            columns={[
              { title: 'Opened', render: (_, { level }) => levelNames[level] ?? level }, { title: 'Device', dataIndex: 'device' }, { title: 'Began', render: (_, { beganAt }) => <Moment at={beganAt} /> },
              { title: 'Last seen', render: (_, { seenAt }) => <Moment at={seenAt} /> }, { title: 'Now', render: (_, { isOpen }) => (isOpen ? 'open' : 'over') },
            ]}
          />
          )}
    </section>
  </div>
)

const Payments = ({ of, state: { money: { currency, total, paid, due }, payments } }: { readonly of: MoneyOf; readonly state: SupportState }) => (
  <section className="panel">
    <h2>Payments</h2>
    <p>Total {sumText(total, currency)}, paid {sumText(paid, currency)}, due {sumText(due, currency)}.</p>
    <p><Link to={`/money?company=${encodeURIComponent(of.id)}&reference=${encodeURIComponent(of.reference)}`}>Money of this reservation</Link></p>
    {payments.length > 0 && (
      <WideTable<SupportState['payments'][number]>
        label="Payments" rowKey={({ purpose, at }) => `${purpose} ${at}`} pagination={false} rows={payments}
        columns={[
          { title: 'For', render: (_, { purpose }) => (purpose === 'deposit' ? 'deposit' : 'rental') }, { title: 'State', dataIndex: 'state' }, { title: 'Amount', render: (_, each) => sumText(each.amount, each.currency) },
          { title: 'Begun', render: (_, { at }) => <Moment at={at} /> }, { title: 'Reason', dataIndex: 'code' },
        ]}
      />
    )}
  </section>
)
