import type { InvitationState } from '@checkin/api/invitation'
import { formatMoney, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Checkbox } from '@checkin/ui/checkbox'
import { Notice } from '@checkin/ui/notice'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { useEffect, useState, type ReactNode } from 'react'
import { $invitation, $isBusy, $link, $problem, goOnPressed, invitePressed, left, shown, smsContact, smsPressed, withdrawPressed } from './renter.model.ts'
import { $currency } from '../forms/facts.ts'
import { ContactFields } from '../steps/driver-contact/contact-fields.view.tsx'
import { Coming } from '../late.tsx'
import styles from '../hand-over/hand-over.module.css'

/** What is known of an invitation that is out; by text message what became of that (DEC-285). */
const waitingWords = ({ sms }: InvitationState, words: Translate): string =>
  // The number is one piece from left to right, also where the language is not.
  words(`Invite.waiting.${sms?.state ?? 'none'}`, { number: `\u2066${sms?.number}\u2069` })

/** One way to invite, a form of its own: Enter in its fields takes it, as its button does. */
function Way({ onSend, children }: { readonly onSend: () => void; readonly children: ReactNode }) {
  return <form className={styles['way']} noValidate onSubmit={(event) => { event.preventDefault(); onSend() }}>{children}</form>
}

/** The ways in which the invitation may go: by mail, as a link, and by text message to a number whose owner agrees (DEC-285). What was typed goes once it went. */
function Ways({ hasSms, words }: { readonly hasSms: boolean; readonly words: Translate }) {
  const { problem, isBusy, invite, send } = useUnit({ problem: $problem, isBusy: $isBusy, invite: invitePressed, send: smsPressed })
  const [email, setEmail] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const wrong = (key: 'Invite.emailWrong' | 'Invite.agreedMissing') => ({ key, text: words(key) })
  return (
    <>
      <Way onSend={() => { if (email.trim() !== '') invite(email.trim()) }}>
        <TextField
          name="inviteEmail" label={words('Invite.email')} type="email" inputMode="email" autoCapitalize="none" autoComplete="off" value={email} onChange={setEmail}
          error={problem === 'email' ? wrong('Invite.emailWrong') : null}
        />
        <div className={styles['ways']}>
          <Button action="Invite.mail" type="submit" kind="soft" busy={isBusy}>{words('Invite.mail')}</Button>
          <Button action="Invite.link" kind="plain" onClick={() => { invite(null) }}>{words('Invite.link')}</Button>
        </div>
      </Way>
      {hasSms && (
        <Way onSend={() => { send(isAgreed) }}>
          <p>{words('Invite.smsLead')}</p>
          <ContactFields model={smsContact} words={words} shows={(name) => name === 'mobile'} />
          <Checkbox name="inviteAgreed" checked={isAgreed} onChange={setAgreed} error={problem === 'agreement' ? wrong('Invite.agreedMissing') : null}>{words('Invite.agreed')}</Checkbox>
          <div className={styles['ways']}><Button action="Invite.sms" type="submit" kind="soft" busy={isBusy}>{words('Invite.sms')}</Button></div>
        </Way>
      )}
    </>
  )
}

/** "Let the other driver fill it in": asks, waits, says who did, and withdraws (DEC-209, DEC-211). */
export function InvitationPanel({ words }: { readonly words: Translate }) {
  const { currency, now, link, problem, isBusy } = useUnit({ currency: $currency, now: $invitation, link: $link, problem: $problem, isBusy: $isBusy })
  const { show, leave, invite, withdraw, goOn } = useUnit({ show: shown, leave: left, invite: invitePressed, withdraw: withdrawPressed, goOn: goOnPressed })
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    show()
    return () => { leave() }
  }, [show, leave])
  if (now === null) return <Coming />
  const address = link === null ? '' : `${location.origin}/invitation/${link}`
  const pass = (): void => {
    if (typeof navigator.share === 'function') navigator.share({ url: address }).catch(() => undefined)
    else navigator.clipboard.writeText(address).then(() => { setCopied(true) }, () => undefined)
  }
  return (
    // What the answer makes of the panel is lower or higher, and what stands below it would jump (DEC-257).
    <section className={styles['panel']} data-invitation={now.state} data-coming={isBusy || undefined} aria-label={words('Invite.title')}>
      <h2>{words('Invite.title')}</h2>
      {now.state === 'none' && <p>{words('Invite.lead')}</p>}
      {now.state === 'waiting' && <p role="status" data-invitation-sms={now.sms?.state}>{waitingWords(now, words)}</p>}
      {/* What did not arrive leaves nobody without a way: all of them are there again. */}
      {(now.state === 'none' || now.sms?.state === 'failed') && <Ways hasSms={now.sms !== undefined} words={words} />}
      {now.state === 'waiting' && (
        <>
          {link !== null && <TextField name="inviteLink" label={words('Invite.linkLabel')} value={address} onChange={() => undefined} readOnly />}
          <div className={styles['ways']}>
            {link !== null && <Button action="Invite.pass" kind="soft" onClick={pass}>{words(isCopied ? 'Invite.copied' : 'Invite.pass')}</Button>}
            <Button action="Invite.withdraw" kind="plain" busy={isBusy} onClick={() => { withdraw() }}>{words('Invite.withdraw')}</Button>
          </div>
        </>
      )}
      {now.state === 'done' && (
        <>
          <p role="status">
            {words('Invite.done', { name: now.firstName ?? '' })}
            {now.fee && ` ${words('Invite.fee', { amount: formatMoney(now.fee.amount, currency) })}`}
          </p>
          <div className={styles['ways']}>
            <Button action="Invite.goOn" kind="soft" onClick={() => { goOn() }}>{words('Invite.goOn')}</Button>
            <Button action="Invite.link" kind="plain" busy={isBusy} onClick={() => { invite(null) }}>{words('Invite.link')}</Button>
          </div>
        </>
      )}
      {problem !== null && problem !== 'email' && problem !== 'agreement' && <Notice kind="warn" live>{words(`Invite.${problem}`)}</Notice>}
    </section>
  )
}
