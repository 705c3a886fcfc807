import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** What the camera of a test sees: the specimen of a licence, nearer or farther, and in another light. */
export interface Scene {
  /** Scale of the specimen's 1200 × 800 pixels in a picture of 1280 × 720. */
  readonly scale: number
  readonly light?: 'dark' | 'glare'
  /** Pictures in a row; there are thirty in a second. */
  readonly pictures: number
}

/** Draws scenes in a page and writes them as motion JPEG, the form of Chromium's fake camera: pictures one behind the other, for ever. */
export async function filmOf(page: Page, specimen: string, scenes: readonly Scene[], file: string): Promise<void> {
  const pictures = await page.evaluate(async ([address, drawn]) => {
    const image = await createImageBitmap(await fetch(address).then((answer) => answer.blob()))
    return Promise.all(drawn.map(async ({ scale, light }) => {
      const canvas = document.createElement('canvas')
      canvas.width = 1280
      canvas.height = 720
      const context = canvas.getContext('2d')
      if (!context) throw new TypeError('no canvas')
      context.fillStyle = '#57514b'
      context.fillRect(0, 0, 1280, 720)
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 640 - 600 * scale, 360 - 400 * scale, 1200 * scale, 800 * scale)
      if (light === 'dark') {
        context.fillStyle = 'rgb(0 0 0 / 80%)'
        context.fillRect(0, 0, 1280, 720)
      }
      if (light === 'glare') {
        context.fillStyle = '#fff'
        context.beginPath()
        context.ellipse(760, 330, 190, 120, 0.4, 0, 2 * Math.PI)
        context.fill()
      }
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
    }))
  }, [specimen, scenes] as const)
  writeFileSync(file, Buffer.concat(scenes.flatMap(({ pictures: count }, at) => Array.from({ length: count }, () => Buffer.from(pictures[at] ?? '', 'base64')))))
}
