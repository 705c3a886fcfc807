import type { Translate } from '@checkin/i18n'
import { fetchCheck } from '../check/late-check.tsx'
import { late } from '../late.tsx'
import type { PhotosModel } from './photos.model.ts'

/** The part of the first screen that takes pictures: it is fetched where a tenant has it, and everything can be typed without it. */
export const LatePhotos = late<{ readonly photos: PhotosModel; readonly words: Translate }>(() => import('../late-scan-first.ts').then(({ PhotosView }) => {
  // It came with this part: so it stands at once, without a moment of waiting.
  fetchCheck()
  return PhotosView
}))
