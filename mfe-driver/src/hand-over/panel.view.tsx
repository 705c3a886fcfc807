import type { Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import type { QrCodeProps } from '@checkin/ui/qr'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import { late } from '../late.tsx'
import styles from './hand-over.module.css'
import { $handOver, $isAnswering, numberGiven, started, stopped, type Shown } from './hand-over.model.ts'

const QrCode = late<QrCodeProps>(() => import('@checkin/ui/qr').then((slice) => slice.QrCode))

/** What had the focus went away with it. */
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** The number that the phone shows, typed here: who has only seen the code cannot know it. */
function NumberForm({ shown, words }: { readonly shown: Shown; readonly words: Translate }) {
  const { give, isBusy, stop } = useUnit({ give: numberGiven, isBusy: $isAnswering, stop: stopped })
  const [number, setNumber] = useState('')
  const box = useRef<HTMLInputElement>(null)
  // It comes by itself: whoever is typing elsewhere meanwhile stays there.
  useEffect(() => { if (box.current?.closest('[data-hand-over]')?.contains(document.activeElement) === true || isNowhere()) box.current?.focus() }, [])
  const send = (): void => { if (number.length === 2) give(number) }
  return (
    <div
      className={styles['number']}
      onKeyDown={(event) => {
        // The screen is a form of its own.
        if (event.key !== 'Enter' || event.target !== box.current) return
        event.preventDefault()
        send()
      }}
    >
      <p role="status">{words('HandOver.typeNumber')}</p>
      <TextField
        ref={box} name="handOverNumber" label={words('HandOver.number')} value={number} onChange={(text) => { setNumber(text.replaceAll(/\D/g, '').slice(0, 2)) }} inputMode="numeric" autoComplete="off" maxLength={2} required
        error={shown.isWrong ? { key: 'HandOver.wrong', text: words('HandOver.wrong') } : null}
      />
      <div className={styles['ways']}>
        <Button action="HandOver.allow" kind="soft" busy={isBusy} onClick={send}>{words('HandOver.allow')}</Button>
        <Button action="HandOver.refuse" kind="plain" onClick={() => { stop() }}>{words('HandOver.refuse')}</Button>
      </div>
    </div>
  )
}

/** The code for a phone, and what became of it (DEC-204). */
export function HandOverPanel({ words }: { readonly words: Translate }) {
  const { shown, start, stop } = useUnit({ shown: $handOver, start: started, stop: stopped })
  const part = useRef<HTMLElement>(null)
  const state = shown?.state
  useEffect(() => { if (state !== 'number' && isNowhere()) part.current?.focus() }, [state])
  if (!shown || !state) return null
  const { token, came, sides } = shown
  const again = <Button kind="soft" action="HandOver.again" onClick={() => { start({ place: shown.place, owner: shown.owner, sides }) }}>{words('HandOver.again')}</Button>
  const close = <Button kind="plain" action="HandOver.close" onClick={() => { stop() }}>{words(came.length > 0 ? 'HandOver.done' : 'HandOver.close')}</Button>
  return (
    <section ref={part} className={styles['panel']} data-hand-over={state} aria-label={words('HandOver.title')} tabIndex={-1}>
      <h2>{words('HandOver.title')}</h2>
      {state === 'asking' && <p aria-busy="true">{words('HandOver.asking')}</p>}
      {state === 'waiting' && (
        <div className={styles['code']}>
          <QrCode.Part props={{ value: `${location.origin}/hand-over/${token}`, label: words('HandOver.code') }} failed={(retry) => <Button kind="soft" action="Check.again" onClick={retry}>{words('Check.again')}</Button>} />
          <p>{words('HandOver.scan')}</p>
        </div>
      )}
      {state === 'number' && <NumberForm shown={shown} words={words} />}
      {state === 'open' && <p role="status">{words('HandOver.open')}</p>}
      {(state === 'open' || came.length > 0) && <p role="status" data-came={came.length}>{words('HandOver.came', { came: came.length, all: sides.length })}</p>}
      {(state === 'ended' || state === 'failed') && <Notice kind="warn" live>{words(`HandOver.${state}`)}</Notice>}
      <div className={styles['ways']}>
        {(state === 'ended' || state === 'failed') && again}
        {state !== 'number' && close}
      </div>
    </section>
  )
}
