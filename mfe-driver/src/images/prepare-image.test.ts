import { sessionCleared } from '@checkin/flow/publish/shell'
import { allSettled, fork } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scalingWait } from '@checkin/driver-rules/images'
import { encodeImage } from './encode-image.ts'
import { $previews, prepareImageFx } from './prepare-image.ts'

/** What this browser's canvas was asked for, and which types it can write; like a real one it answers any other with PNG. */
const asked: { types: string[]; sizes: (readonly [number, number])[]; orientation: unknown } = { types: [], sizes: [], orientation: null }
let writes: readonly string[] = []

class Canvas {
  constructor(width: number, height: number) { asked.sizes.push([width, height]) }
  getContext() { return { drawImage: () => undefined } }
  convertToBlob({ type }: { readonly type: string }): Promise<Blob> {
    asked.types.push(type)
    const written = writes.includes(type) ? type : 'image/png'
    return Promise.resolve(new Blob([written], { type: written }))
  }
}

beforeEach(() => {
  Object.assign(asked, { types: [], sizes: [], orientation: null })
  vi.stubGlobal('OffscreenCanvas', Canvas)
  vi.stubGlobal('createImageBitmap', (_: Blob, { imageOrientation }: ImageBitmapOptions) => {
    asked.orientation = imageOrientation
    return Promise.resolve({ width: 4000, height: 3000, close: () => undefined })
  })
  vi.stubGlobal('Worker', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a photo on its way into the form', () => {
  it.each([
    ['writes WebP', ['image/webp', 'image/jpeg'], 'image/webp'],
    ['says PNG without an error when asked for WebP', ['image/jpeg'], 'image/jpeg'],
    ['writes neither: what it gives is what the server makes WebP of', [], 'image/png'],
  ])('is turned, scaled and written by a browser that %s with a small one to be shown (DRIVER-62, DRIVER-64, DEC-43, DEC-305)', async (_, can, type) => {
    writes = can
    const { image, preview } = await encodeImage(new Blob(['photo']))
    expect([image, preview]).toEqual([btoa(type), `data:${type};base64,${btoa(type)}`])
    expect(asked).toEqual({ types: can.includes('image/webp') ? ['image/webp', 'image/webp'] : ['image/webp', 'image/jpeg', 'image/webp', 'image/jpeg'], sizes: [[1920, 1440], [480, 360]], orientation: 'from-image' })
  })

  it('waits half a second before it is scaled, and comes as base64 without a prefix (DRIVER-62, DRIVER-63, CONST-19)', async () => {
    vi.useFakeTimers()
    writes = ['image/webp']
    const scope = fork()
    const prepared = allSettled(prepareImageFx, { scope, params: new File(['photo'], 'IMG.JPG') })
    await vi.advanceTimersByTimeAsync(scalingWait - 1)
    expect(asked.sizes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await prepared).toEqual({ status: 'done', value: { image: btoa('image/webp'), preview: `data:image/webp;base64,${btoa('image/webp')}` } })
    expect(scalingWait).toBe(500)
  })

  it('is shown small until the session is cleared, and of those that were replaced only a few are kept (DEC-305)', async () => {
    const scope = fork({ handlers: [[prepareImageFx, ({ name }: File) => ({ image: name, preview: `small ${name}` })]] })
    for (let at = 1; at <= 12; at += 1) await allSettled(prepareImageFx, { scope, params: new File(['photo'], `${at}`) })
    expect([...scope.getState($previews)]).toEqual(Array.from({ length: 10 }, (_, at) => [`${at + 3}`, `small ${at + 3}`]))
    await allSettled(sessionCleared, { scope, params: undefined as never })
    expect(scope.getState($previews).size).toBe(0)
  })
})
