import { useEffect, useState, type RefObject } from 'react'

/** Where the camera stands: it is asked for, its pictures come, or there is none to be had. */
export type CameraState = 'starting' | 'on' | 'unavailable'

/** The camera on the back of a phone, as sharp as it goes; any other where there is none. */
const wanted: MediaStreamConstraints = { audio: false, video: { facingMode: { ideal: 'environment' }, width: { ideal: 2560 }, height: { ideal: 1440 } } }

/** The lamp is no part of TypeScript's library yet (W3C Image Capture). */
interface WithTorch { readonly torch?: boolean }

const stop = (stream: MediaStream | null): void => { stream?.getTracks().forEach((track) => { track.stop() }) }

/** The camera, or null where the browser has none, the renter says no, or the page's policy does. */
async function openCamera(): Promise<MediaStream | null> {
  try {
    // Browsers leave it out on pages without TLS.
    return await (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia(wanted) ?? null
  } catch {
    return null
  }
}

/** Lets the camera run while the part is shown and the tab is seen, and stops it at once after. Only one of them runs at a time. */
function runWhileSeen(show: (state: CameraState, stream: MediaStream | null) => void): () => void {
  let stream: MediaStream | null = null
  // Whoever asked last counts: the browser may ask the renter for as long as he likes.
  let turn = 0
  const end = (): void => {
    turn += 1
    stop(stream)
    stream = null
  }
  const start = async (): Promise<void> => {
    end()
    const own = turn
    show('starting', null)
    const opened = await openCamera()
    if (own !== turn) {
      stop(opened)
      return
    }
    stream = opened
    // Pulled out, or taken by another program.
    opened?.getVideoTracks()[0]?.addEventListener('ended', () => { show('unavailable', null) })
    show(opened ? 'starting' : 'unavailable', opened)
  }
  const seen = (): void => {
    if (document.hidden) {
      end()
      show('starting', null)
    } else void start()
  }
  document.addEventListener('visibilitychange', seen)
  if (!document.hidden) void start()
  return () => {
    document.removeEventListener('visibilitychange', seen)
    end()
  }
}

export interface Camera {
  readonly state: CameraState
  /** For `onPlaying` of the video: pictures come. */
  readonly played: () => void
  /** Null where the device has no lamp, else whether it is on. */
  readonly isLit: boolean | null
  readonly light: (isOn: boolean) => void
}

/** The pictures of the device's camera in a video, as long as this part is shown (decision 0154). */
export function useCamera(video: RefObject<HTMLVideoElement | null>): Camera {
  const [state, setState] = useState<CameraState>('starting')
  const [isLit, setLit] = useState<boolean | null>(null)
  const [stream, setStream] = useState<MediaStream | null>(null)
  useEffect(() => runWhileSeen((next, opened) => {
    setState(next)
    setStream(opened)
    setLit((opened?.getVideoTracks()[0]?.getCapabilities() as WithTorch | undefined)?.torch === true ? false : null)
  }), [])
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [video, stream])
  return {
    state, isLit,
    played: () => { setState('on') },
    light: (isOn) => {
      const lamp: MediaTrackConstraintSet & WithTorch = { torch: isOn }
      stream?.getVideoTracks()[0]?.applyConstraints({ advanced: [lamp] }).then(() => { setLit(isOn) }, () => { setLit(null) })
    },
  }
}
