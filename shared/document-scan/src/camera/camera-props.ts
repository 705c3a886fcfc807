/** What is photographed: a card of 85.6 × 54 mm (ID-1) or the page of a passport, 125 × 88 mm. */
export type DocumentShape = 'card' | 'page'

/**
 * Everything that the camera says, in the renter's language. Hints are read out as they change. Buttons have the actions `Camera.take`,
 * `Camera.light`, `Camera.choose` and `Camera.close`.
 */
export interface DocumentCameraWords {
  /** What is asked for, for example "Front of your driving licence": heading of the part and name of the picture. */
  readonly title: string
  /** The camera is being started. */
  readonly starting: string
  /** Hint while no document is seen: "Put the document into the frame". */
  readonly place: string
  /** "Move closer". */
  readonly moveCloser: string
  /** "Too much light on the document". */
  readonly tooMuchLight: string
  /** "Too dark". */
  readonly tooDark: string
  /** "Hold still". */
  readonly holdStill: string
  /** "Document found". */
  readonly found: string
  /** Button that takes the picture. */
  readonly take: string
  /** Buttons of the lamp, where the device has one. */
  readonly lightOn: string
  readonly lightOff: string
  /** Button that leaves without a picture. */
  readonly close: string
  /** The renter or the browser does not allow the camera, or there is none: "Choose a picture instead". */
  readonly unavailable: string
  /** Label of the file input, which is always there beside the camera; on phones it offers the phone's own camera too. */
  readonly choose: string
}

/** The camera of one side of a document. It starts when it is shown and stops when it is taken away, hidden or closed. */
export interface DocumentCameraProps {
  /** Name of the file input and of the pictures, `data-camera` of the part. */
  readonly name: string
  readonly shape: DocumentShape
  readonly words: DocumentCameraWords
  /** Endings that the browser's chooser offers for a file, separated by commas. */
  readonly accept: string
  /**
   * Takes the picture by itself once the document has stood still in the frame for a second. The button is there all the same.
   * Without it only the renter takes pictures.
   */
  readonly isAutomatic?: boolean
  /** The picture: what the frame held, as JPEG, or the file that was chosen, untouched. */
  readonly onTaken: (picture: File) => void
  readonly onClosed: () => void
}
