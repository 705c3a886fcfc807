import './no-eval.ts'
import type { EndpointName } from '../contract/contract.ts'
import * as besideEffects from './beside-effects.ts'
import { effectOf } from './effects.ts'
import type * as wholeClient from './index.ts'

const suffix = 'Fx'

/**
 * `@checkin/api/client` for the page that gives it to modules: an effect is made when a name is read, because each is a dozen stores and events,
 * and a page asks for a third of them before it is usable.
 */
export const client = new Proxy(besideEffects, {
  get: (beside, name) => (typeof name === 'string' && name.endsWith(suffix) ? effectOf(name.slice(0, -suffix.length) as EndpointName) : Reflect.get(beside, name) as unknown),
}) as typeof wholeClient
