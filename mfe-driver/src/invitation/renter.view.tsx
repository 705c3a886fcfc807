import { formatMoney, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $currency, $invitation, $isBusy, $link, $problem, goOnPressed, invitePressed, left, shown, withdrawPressed } from './renter.model.ts'
import styles from '../hand-over/hand-over.module.css'

/** "Let the other driver fill it in": asks, waits, says who did, and withdraws (DEC-209, DEC-211). */
export function InvitationPanel({ words }: { readonly words: Translate }) {
  const { currency, now, link, problem, isBusy } = useUnit({ currency: $currency, now: $invitation, link: $link, problem: $problem, isBusy: $isBusy })
  const { show, leave, invite, withdraw, goOn } = useUnit({ show: shown, leave: left, invite: invitePressed, withdraw: withdrawPressed, goOn: goOnPressed })
  const [email, setEmail] = useState('')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    show()
    return () => { leave() }
  }, [show, leave])
  if (now === null) return null
  const address = link === null ? '' : `${location.origin}/invitation/${link}`
  const pass = (): void => {
    if (typeof navigator.share === 'function') navigator.share({ url: address }).catch(() => undefined)
    else navigator.clipboard.writeText(address).then(() => { setCopied(true) }, () => undefined)
  }
  return (
    <section className={styles['panel']} data-invitation={now.state} aria-label={words('Invite.title')}>
      <h2>{words('Invite.title')}</h2>
      {now.state === 'none' && (
        <>
          <p>{words('Invite.lead')}</p>
          <TextField
            name="inviteEmail" label={words('Invite.email')} type="email" inputMode="email" autoCapitalize="none" autoComplete="off" value={email} onChange={setEmail}
            error={problem === 'email' ? { key: 'Invite.emailWrong', text: words('Invite.emailWrong') } : null}
          />
          <div className={styles['ways']}>
            <Button action="Invite.mail" kind="soft" busy={isBusy} onClick={() => { if (email.trim() !== '') invite(email.trim()) }}>{words('Invite.mail')}</Button>
            <Button action="Invite.link" kind="plain" onClick={() => { invite(null) }}>{words('Invite.link')}</Button>
          </div>
        </>
      )}
      {now.state === 'waiting' && (
        <>
          <p role="status">{words('Invite.waiting')}</p>
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
      {(problem === 'failed' || problem === 'refused' || problem === 'code') && <Notice kind="warn" live>{words(`Invite.${problem}`)}</Notice>}
    </section>
  )
}
