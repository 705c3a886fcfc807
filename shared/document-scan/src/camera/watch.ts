import type { Grey } from '../picture/grey.ts'
import type { Hint } from '../picture/hint.ts'
import { differenceOf } from '../picture/quality.ts'

/** One look through the camera. */
export interface Look {
  readonly hint: Hint
  readonly grey: Grey
}

/** What several looks in a row say. */
export interface Watch {
  readonly last: Look
  /** How often in a row the last hint was seen. */
  readonly times: number
  /** The hint that the renter is shown. */
  readonly shown: Hint
  /** The document has just been found and still for long enough that the picture may be taken without a press. */
  readonly isSteady: boolean
  readonly first: Grey
  /** Something has changed since the camera was opened. */
  readonly isChanged: boolean
}

/** So many looks in a row say the same before it is shown: a screen reader is not to be talked over. */
const toShow = 2
/** So many looks in a row find the document before the picture is taken without a press: about a second. */
const toTake = 4
/** Mean difference from the first look, 0 to 255, at which another thing is in front of the camera. */
const another = 12

/**
 * The next look. What was in the frame when the camera was opened is never taken without a press: it may be the side that was taken
 * just before, and the card not turned over yet (DEC-175).
 */
export function watched(before: Watch | null, look: Look): Watch {
  const first = before?.first ?? look.grey
  const times = before?.last.hint === look.hint ? before.times + 1 : 1
  const isChanged = before?.isChanged === true || look.hint === 'place' || differenceOf(first, look.grey) > another
  return { last: look, times, first, isChanged, shown: times >= toShow ? look.hint : before?.shown ?? 'place', isSteady: isChanged && look.hint === 'found' && times === toTake }
}
