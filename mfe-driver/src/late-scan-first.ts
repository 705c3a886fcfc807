/** What a check-in that begins with pictures shows one after the other (DEC-176), in one part of the module: who sees the first sees the second. */
export { CheckView } from './check/check.view.tsx'
export { PhotosView } from './photos/photos.view.tsx'
