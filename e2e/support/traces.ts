import { request } from '@playwright/test'
import { port } from './addresses.ts'

/** What the registry knows about a support code that a page shows; null while it knows nothing. */
export async function traceOf(code: string | null): Promise<unknown> {
  const context = await request.newContext({ extraHTTPHeaders: { authorization: 'Bearer demo-viewer' } })
  const answer = await context.get(`http://127.0.0.1:${port + 5}/registry/v1/traces/${code}`)
  const body = answer.ok() ? await answer.json() as unknown : null
  await context.dispose()
  return body
}
