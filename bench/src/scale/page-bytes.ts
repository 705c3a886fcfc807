import { request } from 'node:http'

/** Bytes on the wire of what a server answered, as a browser asks for it. */
function bytesOf(port: number, host: string, path: string): Promise<{ readonly bytes: number; readonly text: () => string; readonly type: string }> {
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, headers: { host, 'accept-encoding': 'br', accept: '*/*', 'accept-language': 'en' } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => { done({ bytes: Buffer.concat(parts).length, type: answer.headers['content-type'] ?? '', text: () => Buffer.concat(parts).toString('utf8') }) })
    }).on('error', fail).end()
  })
}

/** Addresses of the same server that a page asks for at once: scripts, styles, and what it asks for ahead. */
export const linkedFiles = (html: string): readonly string[] => [...new Set([...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="(\/[^"]+)"/g)].flatMap(([tag, path]) => (path === undefined || /rel="(?:canonical|alternate)"/.test(tag) ? [] : path)))]

/** What the first screen of a company brings a browser that has nothing, and one that has all files already; bytes of bodies. */
export async function firstScreenBytes(port: number, host: string): Promise<{ readonly cold: number; readonly returning: number; readonly files: number }> {
  const plain = await new Promise<string>((done, fail) => {
    request({ host: '127.0.0.1', port, path: '/', headers: { host, 'accept-language': 'en' } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => { text += part })
      answer.on('end', () => { done(text) })
    }).on('error', fail).end()
  })
  const page = await bytesOf(port, host, '/')
  const files = linkedFiles(plain)
  let cold = page.bytes
  for (const file of files) cold += (await bytesOf(port, host, file)).bytes
  return { cold, returning: page.bytes, files: files.length }
}
