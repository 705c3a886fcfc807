import { handling, type ApiFailure } from '@checkin/api'
import { createForm, digits, formSchema } from '@checkin/forms'
import { createEvent, createStore, sample, type Effect, type Unit } from 'effector'

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

/** What asks for a code by mail: the reservation is the session's, and so is the address, so every field is empty (DEC-77). */
export const codeRequest = { body: { reference: '', surname: '', checkoutdate: '', mail: '' } } as const

export interface CodePanelOptions<Sent, Confirmed> {
  readonly name: string
  readonly reset: Unit<unknown>
  /** Mails a code: API-10 with `codeRequest`. */
  readonly sendFx: Effect<void, Sent, ApiFailure>
  /** API-11; the session that it raises has a new key. */
  readonly confirmFx: Effect<string, Confirmed, ApiFailure>
}

/**
 * A session that a link opened proves in place who holds it, before a saved card is listed or used: a code goes to the address on file, and
 * confirming it raises the same session (DEC-77, STATES S3.41b). Failures are the module's to tell: `sendFailed` and those of `confirmFx`.
 */
export function createCodePanel<Sent, Confirmed extends { readonly data: { readonly sessionKey: string } }>({ name, reset, sendFx, confirmFx }: CodePanelOptions<Sent, Confirmed>) {
  const needed = createEvent()
  const sendPressed = createEvent()
  const cancelPressed = createEvent()
  const form = createForm({
    name, fields: { code: { type: 'string', regexAllowed: 'digits', maxLength: codeLength } }, context: createStore(null),
    schema: () => formSchema({ code: digits({ required: true, min: codeLength, max: codeLength, kind: 'MinRequired' }) }),
  })

  const $stage = createStore<CodeStage>('closed')
    .on(needed, () => 'asked')
    .on(sendFx.done, () => 'sent')
    .on(sendFx.failData, (stage, failure) => (isMissingAddress(failure) ? 'no-address' : stage))
    .reset(cancelPressed, confirmFx.done, reset)

  sample({ clock: sendPressed, source: sendFx.pending, filter: (pending) => !pending, fn: () => undefined, target: sendFx })
  sample({ clock: [needed, sendFx.done], fn: () => undefined, target: form.reset })
  sample({ clock: form.valid, source: confirmFx.pending, filter: (pending) => !pending, fn: (_, { code }) => code, target: confirmFx })
  sample({ clock: confirmFx.failData, filter: isWrongCode, fn: () => ({ field: 'code' as const, kind: 'Invalid' as const }), target: form.errorFound })

  return {
    needed, sendPressed, cancelPressed, form, $stage,
    $isSending: sendFx.pending, $isConfirming: confirmFx.pending,
    /** Calls that failed in another way than having no address to send to. */
    sendFailed: sample({ clock: sendFx.failData, filter: (failure) => !isMissingAddress(failure) }),
    confirmFailed: confirmFx.failData,
    /** The session has this key from now on. */
    raised: confirmFx.doneData.map(({ data: { sessionKey } }) => ({ sessionKey })),
  }
}
export type CodePanel = ReturnType<typeof createCodePanel>
