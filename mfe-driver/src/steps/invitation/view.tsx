import { useWords, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepBody, StepForm, StepHeading } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { late } from '../../late.tsx'
import { $isBusy, $isSent, $problem, $sms, $view, codeAsked, codeTyped, retryPressed } from './model.ts'

const Form = late<object>(() => import('./form.view.tsx').then(({ InvitedForm }) => InvitedForm))

function Proof({ asksEmail, words }: { readonly asksEmail: boolean; readonly words: Translate }) {
  const { isSent, isBusy, problem, sms, ask, prove } = useUnit({ isSent: $isSent, isBusy: $isBusy, problem: $problem, sms: $sms, ask: codeAsked, prove: codeTyped })
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const isAsking = asksEmail || !isSent
  const submit = (): void => {
    if (isAsking) {
      if (!asksEmail || email.trim() !== '') ask(email.trim())
    } else if (code.length === 6) prove(code)
  }
  return (
    <StepForm onSubmit={submit}>
      <StepHeading title={words('Invited.proofTitle')} lead={words(isAsking ? asksEmail ? 'Invited.emailLead' : sms === null ? 'Invited.mailedLead' : 'Invited.smsLead' : sms === null ? 'Invited.codeLead' : 'Invited.smsCodeLead')} />
      {!isAsking && sms === 'failed' && <Notice kind="warn" live>{words('Invited.smsFailed')}</Notice>}
      {problem !== null && problem !== 'wrong' && <Notice kind="warn" live>{words(`Invited.${problem}`)}</Notice>}
      {asksEmail && <TextField name="invitedEmail" label={words('Field.email')} type="email" inputMode="email" autoCapitalize="none" autoComplete="email" value={email} onChange={setEmail} required />}
      {!isAsking && (
        <TextField
          name="invitedCode" label={words('Invited.code')} value={code} onChange={(text) => { setCode(text.replaceAll(/\D/g, '').slice(0, 6)) }} inputMode="numeric" autoComplete="one-time-code" maxLength={6} required
          error={problem === 'wrong' ? { key: 'Invited.wrong', text: words('Invited.wrong') } : null}
        />
      )}
      <Actions>
        <Button action={isAsking ? 'Invited.sendCode' : 'Invited.prove'} type="submit" busy={isBusy}>{words(isAsking ? 'Invited.sendCode' : 'Invited.prove')}</Button>
        {!isAsking && <Button kind="ghost" action="Invited.again" onClick={() => { ask('') }}>{words('Invited.again')}</Button>}
      </Actions>
      {isBusy && <div data-coming />}
    </StepForm>
  )
}

/** The screen of an invited driver: proves the own address, fills in the own data, and nothing else (DEC-209, DEC-210). */
export function InvitationView() {
  const words = useWords('mfe-driver')
  const { view, retry } = useUnit({ view: $view, retry: retryPressed })
  // The form of twenty fields comes while its reader looks for the code.
  useEffect(() => { if (view === 'email' || view === 'code') Form.fetch() }, [view])
  switch (view) {
    case 'asking': return <StepBody><div aria-busy="true" data-coming><StepHeading title={words('Invited.asking')} /></div></StepBody>
    case 'gone': return <StepBody><StepHeading title={words('Invited.gone')} lead={words('Invited.goneLead')} /></StepBody>
    case 'done': return <StepBody><StepHeading title={words('Invited.done')} lead={words('Invited.doneLead')} /></StepBody>
    case 'unreachable': return (
      <StepBody>
        <StepHeading title={words('Invited.unreachable')} lead={words('Phone.unreachableLead')} />
        <Actions><Button action="Phone.retry" onClick={() => { retry() }}>{words('Phone.retry')}</Button></Actions>
      </StepBody>
    )
    case 'email': return <Proof key="email" asksEmail words={words} />
    case 'code': return <Proof key="code" asksEmail={false} words={words} />
    case 'open': return <Form.Part props={{}} waiting={<p aria-busy="true" data-coming>{words('Invited.asking')}</p>} failed={(again) => <Button kind="soft" action="Check.again" onClick={again}>{words('Check.again')}</Button>} />
  }
}
