import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useConfirmation, useSignOut } from '../api/session.ts'
import { NewPasskey } from './new-passkey.tsx'
import type { Operator } from '../../src/session/session.contract.ts'

/** What stands between a token and the console: a passkey, or making the first one. */
export function ConfirmSignIn({ label, due }: { readonly label: string; readonly due: NonNullable<Operator['passkeyDue']> }) {
  const signOut = useSignOut()
  const ways: Readonly<Record<typeof due, ReactNode>> = {
    confirm: <Confirmation />,
    register: <><p>From now on your token is not enough: make a passkey, with this device or a security key. It is asked for with each sign-in.</p><NewPasskey says="Make the passkey" /></>,
    reset: <Alert type="warning" showIcon role="alert" title="Your passkeys were revoked. Ask an administrator to propose a reset, and another one to approve it; then sign in again and make a new one." />,
  }
  return (
    <main className="door">
      <h1>Confirm that it is you</h1>
      <p>Signed in as {label}, with a token.</p>
      {ways[due]}
      <Button block loading={signOut.isPending} onClick={() => { signOut.mutate({ everywhere: false }) }}>Sign out</Button>
    </main>
  )
}

function Confirmation() {
  const confirmation = useConfirmation()
  return (
    <>
      {confirmation.error && <Alert type="error" showIcon role="alert" title={confirmation.error.message} />}
      <Button type="primary" block autoFocus loading={confirmation.isPending} onClick={() => { confirmation.mutate() }}>Use your passkey</Button>
    </>
  )
}
