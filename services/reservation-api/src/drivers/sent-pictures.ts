import type { DriverPost } from '@checkin/api'
import type { DocumentPart, DocumentSide } from '../documents/tables.ts'
import type { PictureRow } from '../documents/images/image-store.ts'

/** What a save makes of one picture. */
export type PictureChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'clear' }
  /** `base64` as it was sent: nothing is believed of it yet. */
  | { readonly kind: 'replace'; readonly base64: string }

export interface SentPicture {
  readonly part: DocumentPart
  readonly side: DocumentSide
  /** Where the body has it. */
  readonly path: string
  readonly change: PictureChange
}

const parts = [['document', 'document'], ['licence', 'driverLicense'], ['second_licence', 'secondDriverLicense']] as const

function changeOf(image: string | null | undefined, hasImage: boolean | undefined): PictureChange {
  if (image === undefined) return { kind: 'keep' }
  if (image) return { kind: 'replace', base64: image }
  return hasImage === true ? { kind: 'keep' } : { kind: 'clear' }
}

/** Both sides of every document that a body has; an empty picture with its `has…` true keeps the stored one (DEC-77). */
export const sentPictures = (driver: DriverPost): readonly SentPicture[] => parts.flatMap(([part, name]) => {
  const sent = driver[name]
  if (sent === undefined) return []
  const clear: PictureChange = { kind: 'clear' }
  return [
    { part, side: 'front' as const, path: `driver.${name}.imageFront`, change: sent ? changeOf(sent.imageFront, sent.hasImageFront) : clear },
    { part, side: 'back' as const, path: `driver.${name}.imageBack`, change: sent ? changeOf(sent.imageBack, sent.hasImageBack) : clear },
  ]
})

/** Which pictures there will be after the save. */
export function picturesAfter(
  stored: readonly Pick<PictureRow, 'part' | 'side'>[], sent: readonly SentPicture[],
): (part: DocumentPart, side: DocumentSide) => boolean {
  return (part, side) => {
    const change = sent.find((picture) => picture.part === part && picture.side === side)?.change
    if (change && change.kind !== 'keep') return change.kind === 'replace'
    return stored.some((picture) => picture.part === part && picture.side === side)
  }
}
