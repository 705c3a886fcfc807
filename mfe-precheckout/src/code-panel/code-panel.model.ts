import { handling, type ApiFailure } from '@checkin/api'
import { sessionRaised } from '@checkin/flow/publish/precheckout'
import { createForm, digits, formSchema } from '@checkin/forms'
import { attach, createEvent, createStore, sample, type Unit } from 'effector'
import { lookupFx, validateCodeFx } from '../api.ts'
import { tellFailures } from '../failures.ts'

/** Digits of the mailed code (CONST-04). */
const codeLength = 6

/** `asked`: the panel is open and no code is under way yet; `sent`: one is; `no-address`: there is no e-mail on file to send one to. */
export type CodeStage = 'closed' | 'asked' | 'sent' | 'no-address'

/** A code that was wrong, used or expired; not that the server was busy or away. */
function isWrongCode(failure: ApiFailure): boolean {
  const way = handling('validateCode', failure)
  return way.kind === 'alert' && way.key === 'CodeNotFound'
}

const isMissingAddress = (failure: ApiFailure): boolean => failure.answer.status === 404

/**
 * A session that a link opened proves in place who holds it, before a saved card is used: a code goes to the address on file, and
 * confirming it raises the same session (DEC-77, STATES S3.41b).
 */
export function createCodePanel({ name, reset }: { readonly name: string; readonly reset: Unit<unknown> }) {
  const needed = createEvent()
  const sendPressed = createEvent()
  const cancelPressed = createEvent()
  const form = createForm({
    name, fields: { code: { type: 'string', regexAllowed: 'digits', maxLength: codeLength } }, context: createStore(null),
    schema: () => formSchema({ code: digits({ required: true, min: codeLength, max: codeLength, kind: 'MinRequired' }) }),
  })

  // All four are empty: the reservation is the session's, and so is the address (DEC-77).
  const sendFx = attach({ effect: lookupFx, mapParams: (_: void) => ({ body: { reference: '', surname: '', checkoutdate: '' as const, mail: '' as const } }) })
  const confirmFx = attach({ effect: validateCodeFx, mapParams: (code: string) => ({ params: { code } }) })

  const $stage = createStore<CodeStage>('closed')
    .on(needed, () => 'asked')
    .on(sendFx.done, () => 'sent')
    .on(sendFx.failData, (stage, failure) => (isMissingAddress(failure) ? 'no-address' : stage))
    .reset(cancelPressed, confirmFx.done, reset)

  sample({ clock: sendPressed, source: sendFx.pending, filter: (pending) => !pending, fn: () => undefined, target: sendFx })
  sample({ clock: [needed, sendFx.done], target: form.reset })
  sample({ clock: form.valid, source: confirmFx.pending, filter: (pending) => !pending, fn: (_, { code }) => code, target: confirmFx })
  sample({ clock: confirmFx.doneData, fn: ({ data: { sessionKey } }) => ({ sessionKey }), target: sessionRaised })
  sample({ clock: confirmFx.failData, filter: isWrongCode, fn: () => ({ field: 'code' as const, kind: 'Invalid' as const }), target: form.errorFound })

  tellFailures('lookup', sample({ clock: sendFx.failData, filter: (failure) => !isMissingAddress(failure) }))
  tellFailures('validateCode', confirmFx.failData)
  return { needed, sendPressed, cancelPressed, form, $stage, sendFx, confirmFx, confirmed: confirmFx.done }
}
export type CodePanel = ReturnType<typeof createCodePanel>
