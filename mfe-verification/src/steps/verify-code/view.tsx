import { FormField } from '@checkin/forms/view'
import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { CodeField } from '@checkin/ui/code-field'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepForm, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import type { SmsPart } from '../../sms/late.ts'
import type { SmsKey } from '../../sms/words.ts'
import {
  $hasSms, $isChecking, $isProven, $isResending, $mail, $offersSms, $secondsLeft, $smsNumber, $wasResent, $wrongCodes,
  backPressed, codeForm, continuePressed, resendFx, resendPressed, wentBySms,
} from './model.ts'

/** Late, and where it does not come nothing is missing (DEC-283). In the file of the other rare part: each file lengthens what every first screen loads. */
const loadSmsPart = (found: (part: SmsPart) => void): void => {
  import(/* webpackChunkName: "late" */ '../../sms/late.ts').then(({ loadSms }) => loadSms(found, $isProven, codeForm, resendFx, wentBySms)).catch(() => {})
}

/** The code that came by mail (VERIF-16 to VERIF-20). */
export function VerifyCodeView() {
  const words = useWords('mfe-verification')
  const { mail, isChecking, isProven, isResending, secondsLeft, wasResent, wrongCodes, errors, hasSms, offersSms, smsNumber } = useUnit({
    mail: $mail, isChecking: $isChecking, isProven: $isProven, isResending: $isResending,
    secondsLeft: $secondsLeft, wasResent: $wasResent, wrongCodes: $wrongCodes, errors: codeForm.$errors, hasSms: $hasSms, offersSms: $offersSms, smsNumber: $smsNumber,
  })
  const { submit, proceed, resend, back } = useUnit({ submit: codeForm.submitted, proceed: continuePressed, resend: resendPressed, back: backPressed })
  const box = useRef<HTMLInputElement>(null)
  const isWrong = errors.code !== undefined
  useEffect(() => {
    if (isWrong) box.current?.focus()
  }, [isWrong])
  useEffect(() => {
    // The refused digits stay to be read; the first key of the next try replaces them.
    if (wrongCodes > 0) box.current?.select()
  }, [wrongCodes])

  const [sms, found] = useState<SmsPart>()
  useEffect(() => {
    if (hasSms) loadSmsPart(found)
  }, [])

  // The words follow the way by which the code went (DEC-281).
  const smsMessages = useWords<SmsKey>(sms?.messages ?? 'mfe-verification')
  const { eyebrow, lead, label, help } = sms !== undefined && smsNumber !== null
    ? sms.codeTexts(smsMessages, smsNumber)
    : { eyebrow: words('Code.eyebrow'), lead: words('Code.lead', { mail }), label: words('Field.code'), help: words('Code.help') }

  return (
    <StepForm onSubmit={isProven ? proceed : submit}>
      <StepHeading eyebrow={eyebrow} title={words('Code.title')} lead={lead} />
      {isProven && !isChecking && <Notice kind="ok" title={words('Code.proven.title')} live>{words('Code.proven.text')}</Notice>}
      <FormField as={CodeField} form={codeForm} words={words} name="code" label={label} disabled={isProven} ref={box} />
      {/* It stays while the reservation is fetched: nothing moves up only to leave with the screen (DEC-257). */}
      {(!isProven || isChecking) && (
        <div>
          <p className="ck-hint">{help}</p>
          <Button kind="plain" action="ResendCode" disabled={secondsLeft > 0 || isProven} busy={isResending} onClick={() => resend()}>
            {secondsLeft > 0 ? words('ResendCodeIn', { seconds: secondsLeft }) : words('ResendCode')}
          </Button>
          <p className="ck-hint" role="status">{resendNews(secondsLeft, wasResent, () => words('Code.resent', { mail }), () => words('Code.resendReady'))}</p>
          {/* Its room is kept where the server offers it, so that nothing moves when it comes (DEC-257, DEC-281). */}
          {hasSms && <div style={offersSms ? { minBlockSize: '10rem' } : undefined}>{sms && <sms.View />}</div>}
        </div>
      )}
      <Actions>
        {isProven
          ? <Button action="Continue" type="submit" busy={isChecking}>{words('Continue')}</Button>
          : <Button action="Submit" type="submit" busy={isChecking}>{words('Code.confirm')}</Button>}
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}

/** What the live region says: once when a new code went out, once when another may be asked for; never every second. */
function resendNews(secondsLeft: number, wasResent: boolean, sent: () => string, ready: () => string): string {
  if (secondsLeft === 0) return ready()
  return wasResent ? sent() : ''
}
