import { FormField } from '@checkin/forms/view'
import type { Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { CodeField } from '@checkin/ui/code-field'
import { Notice } from '@checkin/ui/notice'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import type { CodePanel } from './code-panel.ts'
import styles from './card-payment.module.css'

/** "It's you?" in place: ask for a code, type it, and go on where one was (DEC-77). */
export function CodePanelView({ panel, words }: { readonly panel: CodePanel; readonly words: Translate }) {
  const { stage, sending, confirming } = useUnit({ stage: panel.$stage, sending: panel.$isSending, confirming: panel.$isConfirming })
  const { send, cancel, submit } = useUnit({ send: panel.sendPressed, cancel: panel.cancelPressed, submit: panel.form.submitted })
  const heading = useRef<HTMLHeadingElement>(null)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The panel opened where the renter pressed: the focus goes to what is to be done next. A choice by the arrows stays where it is, and is
    // told what has opened (WCAG 3.2.2).
    if (stage === 'asked' && !document.activeElement?.matches('input[type="radio"]')) heading.current?.focus()
    if (stage === 'sent') box.current?.focus()
  }, [stage])
  if (stage === 'no-address') return <Notice kind="warn" live title={words('Code.noAddress.title')}>{words('Code.noAddress.text')}</Notice>
  return (
    <>
      <p className="ck-hidden" role="status">{stage === 'asked' ? words('Code.title') : ''}</p>
      {stage !== 'closed' && (
        <section className={styles['panel']} aria-labelledby="code-panel-title">
          <h2 ref={heading} id="code-panel-title" tabIndex={-1} data-panel="code">{words('Code.title')}</h2>
          <p className="ck-lead">{words(stage === 'sent' ? 'Code.sent' : 'Code.lead')}</p>
          {stage === 'asked'
            ? (
              <div className={styles['actions']}>
                <Button kind="soft" action="Code.send" busy={sending} onClick={() => send()}>{words('Code.send')}</Button>
                <Button kind="plain" action="Cancel" onClick={() => cancel()}>{words('Cancel')}</Button>
              </div>
            )
            : (
              <div
                onKeyDown={(event) => {
                  // Enter belongs to the code as long as the focus is in it, not to the form around.
                  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
                  event.preventDefault()
                  submit()
                }}
              >
                <FormField as={CodeField} form={panel.form} words={words} name="code" label={words('Code.label')} ref={box} />
                <div className={styles['actions']}>
                  <Button kind="soft" action="Submit" busy={confirming} onClick={() => submit()}>{words('Code.confirm')}</Button>
                  <Button kind="plain" action="ResendCode" busy={sending} onClick={() => send()}>{words('ResendCode')}</Button>
                </div>
              </div>
            )}
        </section>
      )}
    </>
  )
}
