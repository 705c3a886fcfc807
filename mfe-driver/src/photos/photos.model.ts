import type { IdentityReading, LicenceReading, ScanKind, ScanResult, UnreadableReason } from '@checkin/document-scan'
import { problemOccurred } from '@checkin/flow/publish/driver'
import type { FormModel } from '@checkin/forms'
import { attach, combine, createEffect, createEvent, createStore, sample } from 'effector'
import { checkImageFile } from '@checkin/driver-rules/images'
import { mayFill, readsKept, readText, valuesRead, type FieldRead, type ReadForm } from '../domain/values-read.ts'
import { driverForms, type DriverForms } from '../forms/driver-forms.ts'
import { $facts, factsToday } from '../forms/facts.ts'
import type { FormOwner, ReadField } from '../forms/screen-forms.ts'
import { issuerRead } from '../forms/likely-countries.ts'
import type { ImageFields } from '../images/image-field.model.ts'
import { documentModels } from '../steps/driver-document/model.ts'
import { licenceModels } from '../steps/driver-document-license/model.ts'
import { perSubject } from '../subject.ts'

/** The sides that are photographed, in the order in which a camera asks for them: whether a document has a back is known once its front was read. */
export const sides = ['document.front', 'licence.front', 'licence.back', 'document.back'] as const
export type Side = (typeof sides)[number]

/** Where one side stands. A picture that gives nothing is kept as a picture all the same, where the tenant takes pictures. */
export type SideState =
  | { readonly kind: 'empty' | 'reading' | 'read' | 'failed' }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }

type Reading = IdentityReading | LicenceReading
interface Taken {
  readonly side: Side
  readonly file: File
}

/** Both sides of one document, as its screen keeps them. */
type Images = Pick<ImageFields<'imageFront' | 'imageBack'>, 'chosen' | 'removed'>

const empty: SideState = { kind: 'empty' }
const none = Object.fromEntries(sides.map((side) => [side, empty])) as Readonly<Record<Side, SideState>>

/** The reader comes with the first picture: an engine of some megabytes that nobody needs who types. */
export const readPictureFx = createEffect(async ({ file, kind, surname, today }: { readonly file: File; readonly kind: ScanKind; readonly surname: string; readonly today: string }): Promise<ScanResult<Reading>> => {
  const { scanDocument } = await import('@checkin/document-scan')
  return scanDocument(file, { kind, today, ...(surname !== '' && { surname }) })
})

const isIdentity = (side: Side): boolean => side.startsWith('document')
const keyOf = ({ form, field }: Pick<FieldRead, 'form' | 'field'>): string => `${form}.${field}`

/** Pictures of a driver's documents: read on this device into the forms, and kept as the pictures that are uploaded, so that nothing is photographed twice (DEC-176). */
export function createPhotos(owner: FormOwner, forms: Pick<DriverForms, 'verify' | 'document' | 'licence' | 'reads'>, images: { readonly document: unknown; readonly licence: unknown }) {
  const { verify, document, licence } = forms
  const taken = createEvent<Taken>()
  const removed = createEvent<Side>()

  const checked = taken.map((one) => ({ ...one, result: checkImageFile(one.file) }))
  sample({ clock: checked, filter: ({ result }) => result === 'too-big', fn: () => ({ key: 'ImageIsBiggerThanAllowed' }), target: problemOccurred })
  const accepted = checked.filterMap(({ side, file, result }): Taken | undefined => (result === 'accepted' ? { side, file } : undefined))

  // Kept as the pictures of the later screens.
  const keptBy = (part: 'document' | 'licence', { chosen, removed: cleared }: Images): void => {
    const own = (side: Side): 'imageFront' | 'imageBack' | undefined => (side === `${part}.front` ? 'imageFront' : side === `${part}.back` ? 'imageBack' : undefined)
    const kept = sample({ clock: accepted, source: $facts, filter: ({ upload }) => upload.isAvailable, fn: (_, one) => one })
    sample({ clock: kept.filterMap(({ side, file }) => { const field = own(side); return field && { field, file } }), target: chosen })
    sample({ clock: removed.filterMap(own), target: cleared })
  }
  keptBy('document', images.document as Images)
  keptBy('licence', images.licence as Images)

  const readFx = attach({
    effect: readPictureFx,
    source: { facts: $facts, typed: verify.$values },
    mapParams: ({ side, file }: Taken, { facts, typed }) => ({ file, kind: isIdentity(side) ? 'identity' as const : 'licence' as const, surname: typed.surname, today: factsToday(facts).today }),
  })
  sample({ clock: accepted, target: readFx })
  /** Of two pictures of a side the later one counts, of one that was removed none. */
  const $latest = createStore<Partial<Record<Side, File>>>({}, { serialize: 'ignore' })
    .on(accepted, (latest, { side, file }) => ({ ...latest, [side]: file }))
    .on(removed, (latest, side) => ({ ...latest, [side]: undefined }))
    .reset(verify.reset)
  const settled = sample({
    clock: readFx.finally, source: $latest, filter: (latest, { params: { side, file } }) => latest[side] === file,
    fn: (_, done) => ({ side: done.params.side, result: done.status === 'done' ? done.result : { kind: 'failed' as const } }),
  })
  const $sides = createStore(none)
    .on(accepted, (states, { side }) => ({ ...states, [side]: { kind: 'reading' } as const }))
    .on(settled, (states, { side, result }) => ({ ...states, [side]: result.kind === 'unreadable' ? { kind: 'unreadable', reason: result.reason } as const : { kind: result.kind } as const }))
    .on(removed, (states, side) => ({ ...states, [side]: empty }))
    .reset(verify.reset)

  const readings = settled.filterMap(({ result }) => (result.kind === 'read' ? result.reading : undefined))
  sample({ clock: readings.filterMap(({ issuingCountry }) => issuingCountry?.value), target: issuerRead })
  /** What pictures gave, also before a reload or on another device (DEC-191); the pictures themselves are gone then. */
  const $reads = forms.reads.$values.map(readsKept)
  const values = sample({
    clock: readings,
    source: { facts: $facts, before: $reads },
    // A proven value is not given up for one that was only seen.
    fn: ({ facts, before }, reading) => ({ found: valuesRead(reading, facts).filter((read) => read.isProven || !before[keyOf(read)]?.isProven), before }),
  })
  for (const name of ['verify', 'document', 'licence'] as const satisfies readonly ReadForm[]) {
    const form = forms[name] as unknown as FormModel
    const filling = sample({
      clock: values,
      source: { current: form.$values, touched: form.$touched },
      fn: ({ current, touched }, { found, before }) => found.filter((read) => read.form === name
        && mayFill(read, { value: current[read.field] ?? '', isTyped: touched.has(read.field), before: before[keyOf(read)]?.value })),
    })
    // By way of typing, one after the other, so that the drafts have it and the renter's own change stays after it.
    for (const field of Object.keys(form.fields)) {
      sample({ clock: filling.filterMap((found) => found.find((read) => read.field === field)), fn: ({ value }) => ({ field, value }), target: form.fieldChanged })
    }
  }
  for (const field of Object.keys(forms.reads.fields) as ReadField[]) {
    sample({ clock: values.filterMap(({ found }) => found.find((read) => keyOf(read) === field)), fn: (read) => ({ field, value: readText(read) }), target: forms.reads.fieldChanged })
  }

  /** Sides that show another surname than the driver's. */
  const $others = createStore<readonly Side[]>([])
    .on(settled, (others, { side, result }) => [...others.filter((each) => each !== side), ...(result.kind === 'read' && result.reading.nameMatches === false ? [side] : [])])
    .on(removed, (others, side) => others.filter((each) => each !== side))
    .reset(verify.reset)
  const $nameDiffers = $others.map((others) => others.length > 0)
  const $isPassport = createStore(false).on(readings, (is, reading) => (reading.kind === 'identity' ? reading.documentKind === 'passport' : is)).reset(verify.reset)
  /** The sides to ask for: the page of a passport has no back. */
  const $asked = combine($isPassport, $sides, (isPassport, states) => sides.filter((side) => !(side === 'document.back' && isPassport && states[side].kind === 'empty')))
  const $hasPhotos = $sides.map((states) => sides.some((side) => states[side].kind !== 'empty'))
  const $isReading = $sides.map((states) => sides.some((side) => states[side].kind === 'reading'))
  return { owner, document, licence, taken, removed, $sides, $asked, $reads, $nameDiffers, $hasPhotos, $isReading }
}
export type PhotosModel = ReturnType<typeof createPhotos>

/** The pictures of the main and the additional driver (SHELL-04). */
export const photosModels = perSubject((subject) => createPhotos(subject, driverForms[subject], { document: documentModels[subject].images, licence: licenceModels[subject].images }))
