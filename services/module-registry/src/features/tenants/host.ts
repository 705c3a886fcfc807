import * as z from 'zod'

/** A tenant is its exact host name, lower-case and without port. */
export const Host = z.string().max(253).regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a host name')
