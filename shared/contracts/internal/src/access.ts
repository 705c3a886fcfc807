import { endpointFor } from '@checkin/http'

/** Who may call: an operator's tool with the admin token, the site with its secret, or a provider that signs what it sends. */
export type InternalAccess = 'operator' | 'site' | 'provider'

/** Declares a call of the internal contract. */
export const endpoint = endpointFor<InternalAccess>()
