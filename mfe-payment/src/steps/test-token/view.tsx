import { CardForm } from '@checkin/card-payment/view'
import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepForm, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $client, $token, form, submitPressed } from './model.ts'

/** The card form and the token that it makes (PAY-30). */
export function TestTokenView() {
  const words = useWords('mfe-payment')
  const { client, token, busy, submit } = useUnit({ client: $client, token: $token, busy: form.$isBusy, submit: submitPressed })
  return (
    <StepForm onSubmit={submit}>
      <StepHeading title={words('TestToken.title')} lead={words('Notice.sandbox')} />
      {client !== null && <CardForm model={form} client={client} />}
      {token !== null && <Notice kind="ok" live title={words('TestToken.token')}><output data-token={token} style={{ overflowWrap: 'anywhere' }}>{token}</output></Notice>}
      <Actions><Button action="Submit" type="submit" busy={busy} disabled={client === null}>{words('Submit')}</Button></Actions>
    </StepForm>
  )
}
