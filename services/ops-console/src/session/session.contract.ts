import { endpointFor } from '@checkin/http'
import { roles } from '@checkin/registry'
import * as z from 'zod'

/** Calls of the console's own server about who is signed in; below `/api`. */
const endpoint = endpointFor<'anyone' | 'operator'>()

/** Who is signed in. */
export const Operator = z.object({
  label: z.string(),
  role: z.enum(roles),
  /** Tenants within reach; null is every one. */
  hosts: z.nullable(z.array(z.string())),
})
export type Operator = z.infer<typeof Operator>

const away = { status: 503, code: 'RegistryAway' }

export const getOperator = endpoint({ name: 'getOperator', method: 'GET', path: '/session', access: 'operator', answer: Operator, errors: [{ status: 401, code: 'SignInNeeded' }, away] })

export const signIn = endpoint({
  name: 'signIn', method: 'POST', path: '/session', summary: 'Signs in with a token of the registry', access: 'anyone',
  body: z.strictObject({ token: z.string().min(1).max(200) }), answer: Operator, errors: [{ status: 401, code: 'UnknownToken' }, away],
})

export const signOut = endpoint({
  name: 'signOut', method: 'DELETE', path: '/session', summary: 'Ends the session of this browser, or every session of its person', access: 'anyone',
  query: z.object({ everywhere: z.optional(z.enum(['yes'])) }), answer: 'none', errors: [away],
})

/** How one may sign in besides a token. */
export const getSignInOptions = endpoint({ name: 'getSignInOptions', method: 'GET', path: '/session/ways', access: 'anyone', answer: z.object({ openId: z.boolean() }), errors: [] })
