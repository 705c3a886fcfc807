import type { ImageReader } from './image-reader.ts'

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A picture of our own making from what a renter sent as base64; null when it is no picture that is taken. */
export async function pictureFrom(text: string, reader: ImageReader): Promise<Buffer | null> {
  return base64.test(text) ? reader.read(Buffer.from(text, 'base64')) : null
}
