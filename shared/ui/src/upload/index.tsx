import { useRef, type ChangeEvent, type DragEvent } from 'react'
import { Field, fieldId, wiring, type FieldProps } from '../field/index.tsx'

/** The control's own words, in the renter's language. */
export interface UploadWords {
  readonly choose: string
  /** On phones: with the camera. */
  readonly take: string
  readonly replace: string
  readonly remove: string
  /** There is a file that is not shown. */
  readonly onFile: string
  readonly busy: string
}

export interface UploadFieldProps extends FieldProps {
  /** Endings that the browser's chooser offers, separated by commas; what else arrives is the caller's to judge. */
  readonly accept: string
  /** Address of the picture to show, null for none. */
  readonly preview: string | null
  /** The picture is only read and never shown: no room is kept for it. */
  readonly isOnlyRead?: boolean
  readonly isThere: boolean
  /** A chosen file is being worked on. */
  readonly isBusy?: boolean
  readonly words: UploadWords
  readonly onChosen: (file: File) => void
  readonly onRemoved: () => void
}

/**
 * One picture: from the files, by dropping it, or on a phone with the camera. The file input is the browser's own, so that
 * keyboard and screen reader know it; the label beside it looks like a button.
 */
export function UploadField({ accept, preview, isOnlyRead = false, isThere, isBusy = false, words, onChosen, onRemoved, ...field }: UploadFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = fieldId(field.name)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file may be chosen again after it was removed.
    event.target.value = ''
    if (file) onChosen(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file) onChosen(file)
  }
  return (
    <Field {...field}>
      <div className="ck-upload" data-there={isThere ? '' : undefined} aria-busy={isBusy || undefined} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <div className="ck-upload-view" data-room={isOnlyRead ? undefined : ''}>
          {preview !== null && <img className="ck-upload-picture" src={preview} alt={field.label} decoding="async" />}
          <p className="ck-upload-state" role="status">{isBusy ? words.busy : isThere && preview === null ? words.onFile : ''}</p>
        </div>
        <div className="ck-upload-actions">
          <input {...wiring(field)} ref={input} className="ck-hidden" type="file" name={field.name} accept={accept} onChange={choose} />
          <label className="ck-button" data-kind="soft" data-action={isThere ? 'Image.replace' : 'Image.choose'} htmlFor={id}>{isThere ? words.replace : words.choose}</label>
          <span className="ck-upload-camera">
            <input className="ck-hidden" id={`${id}-camera`} type="file" name={`${field.name}.camera`} accept="image/*" capture="environment" aria-label={`${words.take}: ${field.label}`} onChange={choose} />
            <label className="ck-button" data-kind="plain" data-action="Image.take" htmlFor={`${id}-camera`} aria-hidden="true">{words.take}</label>
          </span>
          {isThere && (
            <button
              className="ck-button" data-kind="plain" data-action="Image.remove" type="button" aria-label={`${words.remove}: ${field.label}`}
              onClick={() => {
                onRemoved()
                input.current?.focus()
              }}
            >
              {words.remove}
            </button>
          )}
        </div>
      </div>
    </Field>
  )
}
