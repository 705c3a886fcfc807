import { request } from '@playwright/test'
import * as z from 'zod'
import { port } from './addresses.ts'

/** The sandbox of both wallets, on an origin of its own. */
export const wallets = `http://push.localhost:${port + 2}`

const Objects = z.array(z.object({ id: z.string(), object: z.record(z.string(), z.unknown()) }))

/** Everything that objects at Google Wallet say, as text. */
export async function changedObjects(): Promise<string> {
  const context = await request.newContext({ extraHTTPHeaders: { host: `push.localhost:${port + 2}` } })
  const objects = Objects.parse(await (await context.get(`http://127.0.0.1:${port + 2}/admin/objects`)).json())
  await context.dispose()
  return JSON.stringify(objects)
}
