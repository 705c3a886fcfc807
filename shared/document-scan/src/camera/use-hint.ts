import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { Grey } from '../picture/grey.ts'
import type { Hint } from '../picture/hint.ts'
import type { DocumentShape } from './camera-props.ts'
import { judged } from './shots.ts'

/** Between two looks, in milliseconds. */
const pause = 250
/** So many looks in a row say the same before it is told: a screen reader is not to be talked over. */
const toTell = 2
/** So many looks in a row find the document before the picture is taken without a press: about a second. */
const toTake = 4

/** What to tell whoever holds the camera, while `isOn`; `onSteady` once the document has been there for a second. */
export function useHint(video: RefObject<HTMLVideoElement | null>, shape: DocumentShape, isOn: boolean, onSteady: () => void): Hint {
  const [told, setTold] = useState<Hint>('place')
  const steady = useEffectEvent(onSteady)
  useEffect(() => {
    if (!isOn) return undefined
    let before: Grey | null = null
    let last: Hint | null = null
    let times = 0
    const timer = setInterval(() => {
      const look = video.current && judged(video.current, shape, before)
      if (!look) return
      before = look.grey
      times = look.hint === last ? times + 1 : 1
      last = look.hint
      if (times === toTell) setTold(look.hint)
      if (look.hint === 'found' && times === toTake) steady()
    }, pause)
    return () => { clearInterval(timer) }
  }, [video, shape, isOn])
  return told
}
