import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { addPasskey, askForPasskey, beginPasskey, confirmByPasskey, getOperator, getSignInOptions, signIn, signOut } from '../../src/session/session.contract.ts'
import { call, CallError } from './client.ts'

export const useOperator = () => useQuery({ queryKey: ['session'], queryFn: () => call(getOperator), refetchInterval: 60_000, retry: false })

export const useSignInOptions = () => useQuery({ queryKey: ['ways'], queryFn: () => call(getSignInOptions) })

export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(signIn, { body: { token } }),
    onSuccess: (operator) => { queries.setQueryData(['session'], operator) },
  })
}

export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ everywhere }: { readonly everywhere: boolean }) => call(signOut, { query: everywhere ? { everywhere: 'yes' } : {} }),
    onSuccess: () => { queries.clear() },
  })
}

/** Says in words of the console why a browser gave no passkey; its own words are for programs. */
function notGiven(error: unknown): never {
  if (error instanceof CallError) throw error
  const code = error instanceof WebAuthnError ? error.code : ''
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') throw new CallError(0, 'This device has a passkey of yours already')
  throw new CallError(0, browserSupportsWebAuthn() ? 'No passkey was used. Try again, and let your device check that it is you.' : 'This browser knows no passkeys, or the page has no secure address')
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Confirms the sign-in by a passkey that this browser reaches. */
export function useConfirmation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { options } = await call(askForPasskey)
      const response = await startAuthentication({ optionsJSON: options as unknown as RequestOptions }).catch(notGiven)
      return call(confirmByPasskey, { body: { response } })
    },
    onSuccess: (operator) => { queries.setQueryData(['session'], operator) },
  })
}

/** Makes a passkey on this device or a key, under a name, and registers it. */
export function useNewPasskey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const { options } = await call(beginPasskey)
      const response = await startRegistration({ optionsJSON: options as unknown as CreationOptions }).catch(notGiven)
      return call(addPasskey, { body: { name, response } })
    },
    onSuccess: async (operator) => {
      queries.setQueryData(['session'], operator)
      await queries.invalidateQueries({ queryKey: ['passkeys'] })
    },
  })
}
