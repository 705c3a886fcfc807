import { bordersOf, placementOf } from './borders.ts'
import type { Area, Grey } from './grey.ts'
import { differenceOf, faultOf, qualityOf } from './quality.ts'

/** What to tell whoever holds the camera. */
export type Hint = 'place' | 'moveCloser' | 'tooMuchLight' | 'tooDark' | 'holdStill' | 'found'

/** Mean difference of two pictures, 0 to 255, above which the document or the hand moves. */
const moving = 6

/** What a picture of the frame and its surroundings says, given the one before it: light first, then place, then rest. */
export function hintOf(grey: Grey, frame: Area, before: Grey | null): Hint {
  const fault = faultOf(qualityOf(grey, frame))
  if (fault === 'tooDark') return 'tooDark'
  if (fault === 'glare') return 'tooMuchLight'
  const placement = placementOf(bordersOf(grey, frame), grey, frame)
  if (placement === 'none') return 'place'
  if (placement === 'far') return 'moveCloser'
  return fault === 'blurred' || before === null || differenceOf(grey, before) > moving ? 'holdStill' : 'found'
}
