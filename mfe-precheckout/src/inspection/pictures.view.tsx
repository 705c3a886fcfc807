import type { Translate } from '@checkin/i18n'
import { Field, fieldId, wiring, type FieldError } from '@checkin/ui/field'
import { useUnit } from 'effector-react'
import { useRef, type ChangeEvent } from 'react'
import { Cross } from '../icons.view.tsx'
import { pictureEndings, type Pictures } from './pictures.model.ts'
import styles from './pictures.module.css'

export interface PicturesViewProps {
  readonly pictures: Pictures
  readonly label: string
  /** How many there are and how many are needed. */
  readonly state: string
  readonly error: FieldError | null
  readonly words: Translate
}

const name = 'pictures'

/** Pictures from the camera or the files of this device, shown small, each with a way to take it back. */
export function PicturesView({ pictures, label, state, error, words }: PicturesViewProps) {
  const { taken, choose, remove } = useUnit({ taken: pictures.$pictures, choose: pictures.chosen, remove: pictures.removed })
  const input = useRef<HTMLInputElement>(null)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    choose([...(event.target.files ?? [])])
    // The same picture may be chosen again after it was removed.
    event.target.value = ''
  }
  const field = { name, label, error, hint: words('Pictures.types') }
  return (
    <Field {...field}>
      <div className="ck-upload">
        {taken.length > 0 && (
          <ul className={styles['strip']} aria-label={words('Pictures.taken')}>
            {taken.map((picture, at) => (
              <li key={picture.url} data-picture="">
                <img src={picture.url} alt={words('Pictures.number', { number: at + 1 })} />
                <button
                  type="button" data-action="Pictures.remove" aria-label={words('Pictures.remove', { number: at + 1 })}
                  onClick={() => {
                    remove(picture)
                    input.current?.focus()
                  }}
                >
                  <Cross />
                </button>
              </li>
            ))}
          </ul>
        )}
        <p className="ck-hint" role="status">{state}</p>
        <div className="ck-upload-actions">
          <input {...wiring(field)} ref={input} className="ck-hidden" type="file" name={name} accept={pictureEndings.join(',')} multiple onChange={change} />
          <label className="ck-button" data-kind="soft" data-action="Pictures.choose" htmlFor={fieldId(name)}>{words('Pictures.choose')}</label>
          <span className="ck-upload-camera">
            <input className="ck-hidden" id={`${fieldId(name)}-camera`} type="file" name={`${name}.camera`} accept="image/*" capture="environment" aria-label={words('Pictures.take')} onChange={change} />
            <label className="ck-button" data-kind="soft" data-action="Pictures.take" htmlFor={`${fieldId(name)}-camera`} aria-hidden="true">{words('Pictures.take')}</label>
          </span>
        </div>
      </div>
    </Field>
  )
}
