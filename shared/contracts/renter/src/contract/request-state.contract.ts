import { describeCall, describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What an Idempotency-Key may look like: 8 to 128 letters, digits, hyphens, underscores. */
export const RequestKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,128}$/))

/**
 * What became of a call: `working` it is under way, `done` it had its effect, `refused` it had none and was refused with the reason, `unknown` no call of
 * this session has come under this key.
 */
export const RequestState = z.object({ state: z.enum(['unknown', 'working', 'done', 'refused']) })
export type RequestState = z.infer<typeof RequestState>
/* @__PURE__ */ describeSchema(RequestState, () => ({ id: 'RequestState', description: 'What became of a call.', fields: { state: 'Under way, done, refused, or never seen in this session.' } }))

/** DEC-48: asked when a write is not answered for long, so that the page shows the truth instead of trying again. */
export const getRequestState = endpoint({
  name: 'getRequestState', method: 'GET', path: '/requests/:key', access: 'link', params: z.object({ key: RequestKey }),
  answer: RequestState, errors: [],
})
/* @__PURE__ */ describeCall(getRequestState, 'What became of a call, by its Idempotency-Key', { key: 'The Idempotency-Key that the call was sent with.' })
