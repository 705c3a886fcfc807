import type { DocumentReading } from '@checkin/document-scan'
import type { FormModel, PlainDate } from '@checkin/forms'
import { attach, createEffect, createEvent, createStore, sample, type Event, type Store } from 'effector'
import type { DocumentField } from '@checkin/driver-rules'
import { checkImageFile } from '@checkin/driver-rules/images'

/** What was found, and whether its birth date is another than the driver's. */
export interface Found extends DocumentReading {
  readonly birthDiffers: boolean
}

/** Where reading a document stands. Nothing is filled in before the renter says so. */
export type ScanState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'used' }
  | { readonly kind: 'unreadable' }
  /** The engine did not come, or does not run on this device. */
  | { readonly kind: 'failed' }

const idle: ScanState = { kind: 'idle' }

/** The reader comes with the first picture: an engine of some megabytes that most renters never need. */
export const scanDocumentFx = createEffect(async (picture: File): Promise<DocumentReading | null> => {
  const { scanDocument } = await import('@checkin/document-scan')
  return scanDocument(picture)
})

const differs = (birthDay: string | null, birthDate: PlainDate): boolean => birthDay !== null && birthDate !== '' && birthDay !== birthDate.slice(2).replaceAll('-', '')

/** Reading the machine-readable zone of a document on this device: only what check digits prove, and only after a yes (decision 0088). */
export function createScan(form: FormModel<DocumentField>, { opened, $birthDate }: { readonly opened: Event<void>; readonly $birthDate: Store<PlainDate> }) {
  const chosen = createEvent<File>()
  const accepted = createEvent()
  const discarded = createEvent()

  const scanFx = attach({ effect: scanDocumentFx })
  sample({ clock: chosen, filter: (picture) => checkImageFile(picture) === 'accepted', target: scanFx })
  /** Of two pictures the later one counts, and none that was chosen on an earlier visit. */
  const $latest = createStore<File | null>(null, { serialize: 'ignore' }).on(scanFx, (_, picture) => picture).reset(opened, discarded)
  const settled = sample({
    clock: scanFx.finally,
    source: { latest: $latest, birthDate: $birthDate },
    filter: ({ latest }, { params }) => latest === params,
    fn: ({ birthDate }, done): ScanState => {
      if (done.status === 'fail') return { kind: 'failed' }
      return done.result === null ? { kind: 'unreadable' } : { kind: 'found', found: { ...done.result, birthDiffers: differs(done.result.birthDay, birthDate) } }
    },
  })
  const $scan = createStore<ScanState>(idle)
    .on(scanFx, (): ScanState => ({ kind: 'reading' }))
    .on(settled, (_, state) => state)
    .reset(opened, discarded)

  const found = sample({ clock: accepted, source: $scan, filter: ({ kind }) => kind === 'found', fn: (state) => (state as Extract<ScanState, { kind: 'found' }>).found })
  // By way of typing, so that the drafts have it and the renter's own change stays after it.
  for (const [field, part] of [['id', 'number'], ['expiryDate', 'expiryDate']] as const) {
    sample({ clock: found.filterMap((reading) => reading[part] ?? undefined), fn: (value) => ({ field, value }), target: form.fieldChanged })
  }
  $scan.on(found, () => ({ kind: 'used' }))
  return { chosen, accepted, discarded, $scan }
}
export type ScanModel = ReturnType<typeof createScan>
