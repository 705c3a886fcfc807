import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import type { DecodeAnswer, PictureUse } from './image-process.ts'

/** The process as the API starts it, but asked for everything: what the API sees of a file by its first bytes does not keep it from anything here. */
const child = fork(fileURLToPath(new URL('image-process.ts', import.meta.url)), [], { serialization: 'advanced', stdio: 'ignore', execArgv: ['--disable-warning=ExperimentalWarning'], env: {} })
afterAll(() => { child.kill() })
let asked = 0
async function kindOf(file: Uint8Array, use: PictureUse): Promise<DecodeAnswer['kind']> {
  asked += 1
  const answered = new Promise<DecodeAnswer>((done) => { child.once('message', (message) => { done(message as DecodeAnswer) }) })
  child.send({ id: asked, file, use })
  return (await answered).kind
}

it('a decoder has no SVG for documents, neither at first nor after a logo, and never another format (DEC-358)', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>')
  const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#090' } }).gif().toBuffer()
  const kinds: DecodeAnswer['kind'][] = []
  for (const [file, use] of [[svg, 'document'], [svg, 'logo'], [svg, 'document'], [gif, 'document'], [gif, 'logo']] as const) kinds.push(await kindOf(file, use))
  expect(kinds).toEqual(['refused', 'encoded', 'refused', 'refused', 'refused'])
})
