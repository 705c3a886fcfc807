import type { ApiFailure, DriverSave } from '@checkin/api'
import type { FormModel } from '@checkin/forms'
import { attach, createStore, type Event } from 'effector'
import { saveDriverFx } from '../../api.ts'
import type { LicenceField } from './form.ts'

const freshKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const isUnanswered = ({ answer }: ApiFailure): boolean => answer.status === 0

/**
 * The save of a driver. When nobody answered, it is not known whether it was stored: the next try of the same data carries the same
 * key, so that it is stored once (DEC-48). Other data are another intention.
 */
export function createSave(form: FormModel<LicenceField>, opened: Event<void>) {
  const $triedKey = createStore<string | null>(null)
  const saveFx = attach({
    source: $triedKey,
    effect: saveDriverFx,
    mapParams: ({ body }: { readonly body: DriverSave }, tried) => ({ body, idempotencyKey: tried ?? freshKey() }),
  })
  $triedKey.on(saveDriverFx.fail, (_, { params, error }) => (isUnanswered(error) ? params.idempotencyKey ?? null : null)).reset(saveFx.done, form.fieldChanged, opened)
  return { saveFx, $isSaving: saveFx.pending }
}
