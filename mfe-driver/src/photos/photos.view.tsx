import { imageEndings } from '@checkin/driver-rules/images'
import type { DocumentCameraProps } from '@checkin/document-scan/camera'
import type { Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { fieldId } from '@checkin/ui/field'
import { Notice } from '@checkin/ui/notice'
import { Panel } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { useRef, useState } from 'react'
import { HandOverEntry } from '../hand-over/entry.view.tsx'
import { Preview } from '../images/preview.view.tsx'
import { late } from '../late.tsx'
import { cameraWords } from './camera-words.ts'
import styles from './photos.module.css'
import type { PhotosModel, Side, SideState } from './photos.model.ts'

interface Props {
  readonly photos: PhotosModel
  readonly words: Translate
}

const Camera = late<DocumentCameraProps>(() => import('@checkin/document-scan/camera').then(({ DocumentCamera }) => DocumentCamera))
const accept = imageEndings.join(',')
/** The name of a side's file input: beside the names of the pictures that are uploaded later. */
const nameOf = (side: Side): string => `photo.${side}`
/** Pages that are not served safely have no such thing, nor have old browsers. */
const hasCamera = (): boolean => 'mediaDevices' in globalThis.navigator

const textOf = (state: SideState, words: Translate): string => words(state.kind === 'unreadable' ? `Photos.${state.reason}` : `Photos.${state.kind}`)

/** One side: what it is, where it stands, and both ways to a picture. */
function SideRow({ photos, words, side, state, picture, onCamera }: Props & { readonly side: Side; readonly state: SideState; readonly picture: string; readonly onCamera: () => void }) {
  const { taken, removed } = useUnit({ taken: photos.taken, removed: photos.removed })
  const input = useRef<HTMLInputElement>(null)
  const id = fieldId(nameOf(side))
  const label = words(`Photos.${side}`)
  const isThere = state.kind !== 'empty'
  return (
    <li className={styles['side']} data-side={side} data-state={state.kind}>
      <Preview value={picture} alt="" />
      <p>
        <b id={`${id}-label`}>{label}</b>
        <span id={`${id}-state`} role="status">{isThere ? textOf(state, words) : side === 'document.back' ? words('Photos.notForPassport') : ''}</span>
      </p>
      <div className={styles['ways']}>
        {hasCamera() && <Button kind="soft" action="Photos.camera" describedBy={`${id}-label`} onClick={onCamera}>{words(isThere ? 'Photos.again' : 'Photos.camera')}</Button>}
        <input
          ref={input} className="ck-hidden" id={id} type="file" name={nameOf(side)} accept={accept} aria-describedby={`${id}-label ${id}-state`}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The same file may be chosen again after it was removed.
            target.value = ''
            if (file) taken({ side, file })
          }}
        />
        <label className="ck-button" data-kind="plain" data-action="Image.choose" htmlFor={id}>{words(isThere ? 'Image.replace' : 'Image.choose')}</label>
        {isThere && (
          <button
            className="ck-button" data-kind="plain" data-action="Image.remove" type="button" aria-label={`${words('Image.remove')}: ${label}`}
            onClick={() => {
              removed(side)
              input.current?.focus()
            }}
          >
            {words('Image.remove')}
          </button>
        )}
      </div>
    </li>
  )
}

/** Photograph the documents, or type: the two have the same weight, and what was read fills the fields below (DEC-176). */
export function PhotosView({ photos, words }: Props) {
  const { states, asked, nameDiffers, taken } = useUnit({ states: photos.$sides, asked: photos.$asked, nameDiffers: photos.$nameDiffers, taken: photos.taken })
  const { document, licence } = useUnit({ document: photos.document.$values, licence: photos.licence.$values })
  const [camera, setCamera] = useState<Side | null>(null)
  const section = useRef<HTMLElement>(null)
  const pictureOf = (side: Side): string => {
    const value = (side.startsWith('document') ? document : licence)[side.endsWith('front') ? 'imageFront' : 'imageBack']
    return states[side].kind === 'empty' ? '' : value
  }
  const close = (): void => {
    setCamera(null)
    // The camera goes with the focus: it comes back to where it was opened.
    requestAnimationFrame(() => section.current?.querySelector<HTMLElement>(`[data-side="${camera ?? ''}"] button`)?.focus())
  }
  const typeInstead = (): void => {
    section.current?.closest('form')?.querySelector<HTMLElement>('.ck-grid input:not([readonly]):not([type="hidden"]), .ck-grid button[data-field]')?.focus()
  }
  const types = words('Image.types')
  return (
    <section ref={section} data-photos aria-labelledby="photos-title">
      <Panel>
        <h2 id="photos-title">{words('Photos.title')}</h2>
        <p>{words('Photos.lead')}</p>
        {camera === null && (
          <div className={styles['both']}>
            {hasCamera() && <Button kind="soft" action="Photos.begin" onClick={() => { setCamera(asked.find((side) => states[side].kind === 'empty') ?? 'document.front') }}>{words('Photos.begin')}</Button>}
            <Button kind="soft" action="Photos.type" onClick={typeInstead}>{words('Photos.type')}</Button>
          </div>
        )}
        {camera === null && <HandOverEntry place="photos" owner={photos.owner} sides={asked} words={words} />}
        {camera === null
          ? (
            <ul className={styles['sides']}>
              {asked.map((side) => <SideRow key={side} photos={photos} words={words} side={side} state={states[side]} picture={pictureOf(side)} onCamera={() => { setCamera(side) }} />)}
            </ul>
          )
          : (
            <Camera.Part
              key={camera}
              failed={(retry) => <Notice kind="warn" live action={<Button kind="soft" action="Check.again" onClick={retry}>{words('Check.again')}</Button>}>{words('Check.failed')}</Notice>}
              props={{
                name: 'camera', shape: camera === 'document.front' ? 'page' : 'card', accept,
                words: cameraWords(words, words(`Photos.${camera}`)),
                isAutomatic: true,
                onTaken: (file) => {
                  taken({ side: camera, file })
                  // One side after the other, until all that are asked for are there.
                  const next = asked.find((side) => side !== camera && states[side].kind === 'empty')
                  if (next === undefined) close()
                  else setCamera(next)
                },
                onClosed: close,
              }}
            />
          )}
        <p className="ck-hint">{types}</p>
        {nameDiffers && <Notice kind="warn" live>{words('Photos.nameDiffers')}</Notice>}
      </Panel>
      <div className={styles['or']}>
        <h2>{words('Photos.typeTitle')}</h2>
        <p>{words('Photos.typeLead')}</p>
      </div>
    </section>
  )
}
