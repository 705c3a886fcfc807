import { formatDateTime, formatMoney, useLanguage, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Checkbox } from '@checkin/ui/checkbox'
import { Notice } from '@checkin/ui/notice'
import { Panel } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import type { Ticket } from './model.ts'
import { $chosen, $code, $isBusy, $isDone, $key, $phone, $problem, additionPicked, cancelPressed, codeTyped, confirmPressed, withdrawPressed } from './undo-model.ts'
import styles from './ticket.module.css'

type Undo = NonNullable<Ticket['undo']>
interface Props {
  readonly undo: Undo
  readonly ticket: Ticket
  readonly words: Translate
}

/** What was added in check-in, and taking it back until the hour of the tenant (DEC-287). */
export function UndoPanel({ ticket, words }: Omit<Props, 'undo'>) {
  const { isDone, problem } = useUnit({ isDone: $isDone, problem: $problem })
  const { undo } = ticket
  if (!undo && !isDone) return null
  return (
    <Panel>
      <h2>{words('Pass.undo')}</h2>
      {isDone && <Notice kind="info" live>{words('Pass.undo.done')}</Notice>}
      {problem !== null && problem !== 'wrong' && <Notice kind="warn" live>{words(`Pass.undo.${problem}`)}</Notice>}
      {undo && <Additions undo={undo} ticket={ticket} words={words} />}
    </Panel>
  )
}

function Additions({ undo, ticket, words }: Props) {
  const language = useLanguage()
  const { key, isBusy, chosen, pick, take } = useUnit({ key: $key, isBusy: $isBusy, chosen: $chosen, pick: additionPicked, take: withdrawPressed })
  const { closed, additions, until } = undo
  if (closed === null && key !== null) return <Proof words={words} />
  const isOpen = closed === null && additions.some(({ isPaid }) => !isPaid)
  return (
    <>
      {isOpen && <p>{words('Pass.undo.until', { when: formatDateTime(until, language) })}</p>}
      <ul className={styles['additions']} data-part="additions">
        {additions.map(({ extraID, name, units, amount, isPaid, back }) => {
          const line = <><bdi>{name}</bdi>{units > 1 && ` × ${units}`} · <bdi>{formatMoney(amount, ticket.currency)}</bdi></>
          return (
            <li key={extraID}>
              {isOpen && !isPaid ? <Checkbox name={`undo.${extraID}`} checked={chosen.includes(extraID)} onChange={(isPicked) => { pick({ extraID, isPicked }) }}>{line}</Checkbox> : line}
              {closed === null && isPaid && <p className="ck-hint">{words('Pass.undo.paid')}</p>}
              {isOpen && back !== undefined && <p className="ck-hint">{words('Pass.undo.back', { amount: formatMoney(back, ticket.currency) })}</p>}
            </li>
          )
        })}
      </ul>
      {closed !== null && <p className="ck-hint" data-closed={closed}>{words(`Pass.undo.closed.${closed}`)}</p>}
      {isOpen ? <div className={styles['ways']}><Button kind="soft" action="Pass.undo.take" disabled={chosen.length === 0} busy={isBusy} onClick={() => { take() }}>{words('Pass.undo.take')}</Button></div> : <Phone />}
    </>
  )
}

/** Whom to ask where nothing is taken back here. */
function Phone() {
  const phone = useUnit($phone)
  return phone === null ? null : <p><a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}><bdi>{phone}</bdi></a></p>
}

/** What was pressed is gone: typing goes on here. */
const focused = (box: HTMLInputElement | null): void => { box?.focus() }

function Proof({ words }: { readonly words: Translate }) {
  const { code, isBusy, problem, type, confirm, cancel } = useUnit({ code: $code, isBusy: $isBusy, problem: $problem, type: codeTyped, confirm: confirmPressed, cancel: cancelPressed })
  return (
    <form noValidate onSubmit={(event) => { event.preventDefault(); confirm() }}>
      <p>{words('Pass.undo.sent')}</p>
      <TextField
        ref={focused} name="undoCode" label={words('Pass.undo.code')} value={code} onChange={(text) => { type(text.replaceAll(/\D/g, '').slice(0, 6)) }} inputMode="numeric" autoComplete="one-time-code" required
        error={problem === 'wrong' ? { key: 'Pass.undo.wrong', text: words('Pass.undo.wrong') } : null}
      />
      <div className={styles['ways']}>
        <Button action="Pass.undo.confirm" type="submit" busy={isBusy}>{words('Pass.undo.confirm')}</Button>
        <Button kind="ghost" action="Pass.undo.cancel" onClick={() => { cancel() }}>{words('Pass.undo.cancel')}</Button>
      </div>
    </form>
  )
}
