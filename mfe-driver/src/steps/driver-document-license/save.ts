import type { AnalyticsEvent, DriverSave } from '@checkin/api'
import { isUnanswered } from '@checkin/async/failures'
import type { FormModel } from '@checkin/forms'
import { idempotencyKey } from '@checkin/http/wire'
import { attach, createStore, type Event } from 'effector'
import { saveDriverFx } from '../../api.ts'
import type { LicencesField } from '../../domain/form-defaults.ts'
import type { Subject } from '../../subject.ts'

/**
 * The save of a driver. When nobody answered, it is not known whether it was stored: the next try of the same data carries the same
 * key, so that it is stored once (DEC-48). Other data are another intention.
 */
export function createSave(form: FormModel<LicencesField>, opened: Event<void>) {
  const $triedKey = createStore<string | null>(null)
  const saveFx = attach({
    source: $triedKey,
    effect: saveDriverFx,
    mapParams: ({ body }: { readonly body: DriverSave }, tried) => ({ body, idempotencyKey: tried ?? idempotencyKey() }),
  })
  $triedKey.on(saveDriverFx.fail, (_, { params, error }) => (isUnanswered(error) ? params.idempotencyKey ?? null : null)).reset(saveFx.done, form.fieldChanged, opened)
  return { saveFx, $isSaving: saveFx.pending }
}

/**
 * What is reported when the licence is saved (DRIVER-58, DEC-47): offers that are still open count as skipped until the renter
 * answers them; the additional driver is complete with it.
 */
export function reportsOfSave(subject: Subject, { addDriverCompleted, upsellingCompleted }: { readonly addDriverCompleted: boolean; readonly upsellingCompleted: boolean }): readonly AnalyticsEvent[] {
  const driver: readonly AnalyticsEvent[] = subject === 'additional' ? [{ viewTag: 'adview', action: 'complete' }] : addDriverCompleted ? [] : [{ viewTag: 'adview', action: 'skip' }]
  return [...driver, ...(upsellingCompleted ? [] : [{ viewTag: 'upview', action: 'skip' } as const])]
}
