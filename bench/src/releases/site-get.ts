import { request } from 'node:http'

/** A page of a tenant from a site server on this machine; `fetch` would not send another Host. */
export function siteGet(port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/', headers: { host } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => { text += part })
      answer.on('end', () => { resolve(text) })
    })
    asked.on('error', reject)
    asked.end()
  })
}
