import { idempotencyKey, type AnalyticsEvent, type ApiFailure, type Driver, type DriverSave, type Success } from '@checkin/api'
import { isConflict, isUnanswered } from '@checkin/async/failures'
import { $reservation, $session } from '@checkin/flow'
import type { FormModel } from '@checkin/forms'
import { attach, combine, createStore, sample, type Effect, type Event } from 'effector'
import { getReservationFx, saveDriverFx } from '../../api.ts'
import { isSameOnFile } from '../../domain/driver-on-file.ts'
import type { LicencesField } from '../../domain/form-defaults.ts'
import type { Subject } from '../../subject.ts'

/** A driver on file, and the version of the reservation that it is of. */
interface OnFile {
  readonly rowVersion?: number | undefined
  readonly driver: Driver | null
}

interface Calls {
  readonly save: (rowVersion: number | undefined, isFirst: boolean) => Promise<Success<Driver>>
  readonly load: () => Promise<OnFile>
}

/** Saves on the version that is known; once more on the newest where this driver is the same there. Fails as `save` and `load` do. */
async function saveOnNewest(known: OnFile | null, { save, load }: Calls): Promise<Success<Driver>> {
  try {
    return await save(known?.rowVersion, true)
  } catch (error) {
    if (!isConflict(error)) throw error
    const newest = await load()
    if (!isSameOnFile(known?.driver ?? null, newest.driver)) throw error
    return save(newest.rowVersion, false)
  }
}

/**
 * The save of a driver. When nobody answered, it is not known whether it was stored: the next try of the same data carries the same
 * key, so that it is stored once (DEC-48). Other data are another intention. It names the version of the reservation that the data were typed on; a
 * newer one in which this driver is the same is no reason to ask, any other is said (`overtaken`), and the next press replaces it (DEC-127).
 */
export function createSave(form: FormModel<LicencesField>, opened: Event<void>, subject: Subject) {
  const $triedKey = createStore<string | null>(null)
  const loadFx = attach({ source: $session, effect: getReservationFx, mapParams: (_: void, session) => ({ params: { guid: session?.guid ?? '' } }) })
  const ofSubject = (drivers: { readonly driver: Driver | null; readonly addDriver: Driver | null }): Driver | null => (subject === 'main' ? drivers.driver : drivers.addDriver)
  /** As it was loaded after a conflict; the shell's own load takes its place. */
  const $newest = createStore<{ readonly rowVersion: number; readonly driver: Driver | null } | null>(null)
    .on(loadFx.doneData, (_, { data: { rowVersion, driver, addDriver } }) => ({ rowVersion, driver: ofSubject({ driver, addDriver }) })).reset($reservation)
  const $known = combine($newest, $reservation, (newest, loaded) => newest ?? (loaded && { rowVersion: loaded.rowVersion, driver: ofSubject(loaded) }))

  const saveFx = attach({
    source: { tried: $triedKey, known: $known },
    effect: ({ tried, known }, { body }: { readonly body: DriverSave }) => saveOnNewest(known, {
      save: (rowVersion, isFirst) => saveDriverFx({ body: { ...body, ...(rowVersion !== undefined && { rowVersion }) }, idempotencyKey: isFirst ? tried ?? idempotencyKey() : idempotencyKey() }),
      load: async () => {
        const { data: { rowVersion, driver, addDriver } } = await loadFx()
        return { rowVersion, driver: ofSubject({ driver, addDriver }) }
      },
    }),
  }) as unknown as Effect<{ readonly body: DriverSave }, Success<Driver>, ApiFailure>
  $triedKey.on(saveDriverFx.fail, (_, { params, error }) => (isUnanswered(error) ? params.idempotencyKey ?? null : null)).reset(saveFx.done, form.fieldChanged, opened)

  // What the data were typed on, and what another device saved since.
  const $before = createStore<Driver | null>(null)
  sample({ clock: saveFx, source: $known, fn: (known) => known?.driver ?? null, target: $before })
  const overtaken = sample({
    clock: saveFx.failData, source: { before: $before, newest: $newest },
    filter: ({ before, newest }, error) => isConflict(error) && newest !== null && !isSameOnFile(before, newest.driver),
    fn: ({ before, newest }) => ({ before, now: newest?.driver ?? null }),
  })
  return { saveFx, $isSaving: saveFx.pending, overtaken }
}

/**
 * What is reported when the licence is saved (DRIVER-58, DEC-47): offers that are still open count as skipped until the renter
 * answers them; the additional driver is complete with it.
 */
export function reportsOfSave(subject: Subject, { addDriverCompleted, upsellingCompleted }: { readonly addDriverCompleted: boolean; readonly upsellingCompleted: boolean }): readonly AnalyticsEvent[] {
  const driver: readonly AnalyticsEvent[] = subject === 'additional' ? [{ viewTag: 'adview', action: 'complete' }] : addDriverCompleted ? [] : [{ viewTag: 'adview', action: 'skip' }]
  return [...driver, ...(upsellingCompleted ? [] : [{ viewTag: 'upview', action: 'skip' } as const])]
}
