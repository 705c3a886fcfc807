import type { DocumentCameraProps } from './camera-props.ts'

/** Photographs one side of a document: by the camera with a frame, or from a file (DEC-175). */
export function DocumentCamera({ name, words, accept, onTaken, onClosed }: DocumentCameraProps) {
  return (
    <section aria-label={words.title} data-field={name}>
      <label>
        {words.choose}
        <input
          type="file" name={name} accept={accept} capture="environment"
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file) onTaken(file)
          }}
        />
      </label>
      <button type="button" onClick={() => onClosed()}>{words.close}</button>
    </section>
  )
}
