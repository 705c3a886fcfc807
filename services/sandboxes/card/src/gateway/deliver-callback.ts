import { signatureOf } from './signature.ts'

const type = 'application/json; charset=utf-8'

/** Posts a signed callback. Done only when the shop answers 200 with exactly `OK` within 10 s. */
export async function deliverCallback(url: string, body: string, secret: string, change: (signature: string) => string = (signature) => signature): Promise<boolean> {
  const { pathname, search } = new URL(url)
  const date = new Date().toUTCString()
  const signature = change(signatureOf({ method: 'POST', body, contentType: type, date, uri: pathname + search }, secret))
  const answer = await fetch(url, {
    method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(10_000),
    headers: { 'content-type': type, 'x-date': date, 'x-signature': signature },
  })
  return (await answer.text()) === 'OK' && answer.status === 200
}
