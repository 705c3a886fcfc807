import type { DocumentCameraWords } from '@checkin/document-scan/camera'
import type { Translate } from '@checkin/i18n'

/** What the camera says while it looks for the document that `title` names. */
export const cameraWords = (words: Translate, title: string): DocumentCameraWords => ({
  title, starting: words('Camera.starting'), place: words('Camera.place'), moveCloser: words('Camera.moveCloser'), tooMuchLight: words('Camera.tooMuchLight'),
  tooDark: words('Camera.tooDark'), holdStill: words('Camera.holdStill'), found: words('Camera.found'), take: words('Camera.take'), lightOn: words('Camera.lightOn'), lightOff: words('Camera.lightOff'),
  close: words('Camera.close'), unavailable: words('Camera.unavailable'), choose: words('Image.choose'),
})
