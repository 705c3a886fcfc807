import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { Hint } from '../picture/hint.ts'
import type { DocumentShape } from './camera-props.ts'
import { lookAt } from './shots.ts'
import { watched, type Watch } from './watch.ts'

/** Between two looks, in milliseconds. */
const pause = 250

/** What to tell whoever holds the camera, while `isOn`; `onSteady` once a document has come and stood still for a second. */
export function useHint(video: RefObject<HTMLVideoElement | null>, shape: DocumentShape, isOn: boolean, onSteady: () => void): Hint {
  const [shown, setShown] = useState<Hint>('place')
  const steady = useEffectEvent(onSteady)
  useEffect(() => {
    if (!isOn) return undefined
    let watch: Watch | null = null
    const timer = setInterval(() => {
      const look = video.current && lookAt(video.current, shape, watch?.last.grey ?? null)
      if (!look) return
      watch = watched(watch, look)
      setShown(watch.shown)
      if (watch.isSteady) steady()
    }, pause)
    return () => { clearInterval(timer) }
  }, [video, shape, isOn])
  return shown
}
