import { Button } from '@checkin/ui/button'
import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react'
import type { DocumentCameraProps } from './camera-props.ts'
import styles from './document-camera.module.css'
import { frameShares, stageRatio } from './frame.ts'
import { taken } from './shots.ts'
import { useCamera } from './use-camera.ts'
import { useHint } from './use-hint.ts'

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`

/**
 * Photographs one side of a document: with the camera and a frame that says what is wrong before the picture is taken, or from a file,
 * which needs no camera and is always there (DEC-175). Pictures stay in the page.
 */
export function DocumentCamera({ name, shape, words, accept, isAutomatic = false, onTaken, onClosed }: DocumentCameraProps) {
  const part = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const id = useId()
  const [isTaking, setTaking] = useState(false)
  const { state, played, isLit, light } = useCamera(video)
  const isOn = state === 'on'
  // Where there is no camera its stage goes: what stands below it is out of sight until that is known (DEC-257).
  const isComing = state === 'starting' || undefined

  const take = async (): Promise<void> => {
    if (!video.current || isTaking) return
    setTaking(true)
    const picture = await taken(video.current, shape, name)
    setTaking(false)
    if (picture) onTaken(picture)
  }
  const hint = useHint(video, shape, isOn && !isTaking, () => { if (isAutomatic) void take() })
  // Whoever opened it goes on here; what it is for is read out.
  useEffect(() => { part.current?.focus() }, [])

  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0]
    // The same file may be chosen again.
    target.value = ''
    if (file) onTaken(file)
  }
  const said = state === 'unavailable' ? words.unavailable : isOn ? words[hint] : words.starting
  const { left, top, width, height } = frameShares(shape)
  return (
    <section
      ref={part} className={styles['camera']} aria-label={words.title} data-camera={name} data-state={state} data-coming={isComing} tabIndex={-1}
      onKeyDown={({ key }) => { if (key === 'Escape') onClosed() }}
    >
      <p className={styles['camera-title']}>{words.title}</p>
      {state !== 'unavailable' && (
        <div className={styles['camera-stage']} data-coming={isComing} style={{ aspectRatio: stageRatio(shape) }}>
          <video ref={video} className={styles['camera-video']} autoPlay muted playsInline aria-hidden="true" tabIndex={-1} onPlaying={played} />
          <div className={styles['camera-frame']} data-found={isOn && hint === 'found' ? '' : undefined} style={{ insetInlineStart: percent(left), insetBlockStart: percent(top), inlineSize: percent(width), blockSize: percent(height) }} />
        </div>
      )}
      <p className={styles['camera-hint']} role="status" data-hint={isOn ? hint : state}>{said}</p>
      <div className={styles['camera-actions']}>
        {state !== 'unavailable' && <Button action="Camera.take" disabled={!isOn} busy={isTaking} onClick={() => { void take() }}>{words.take}</Button>}
        {isOn && isLit !== null && <Button kind="soft" action="Camera.light" onClick={() => { light(!isLit) }}>{isLit ? words.lightOff : words.lightOn}</Button>}
        <span className={styles['camera-file']}>
          <input className="ck-hidden" id={id} type="file" name={name} accept={accept} onChange={choose} />
          <label className="ck-button" data-kind="soft" data-action="Camera.choose" htmlFor={id}>{words.choose}</label>
        </span>
        <Button kind="plain" action="Camera.close" onClick={() => { onClosed() }}>{words.close}</Button>
      </div>
    </section>
  )
}
