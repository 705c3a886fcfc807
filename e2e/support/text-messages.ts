import { expect, request } from '@playwright/test'
import * as z from 'zod'
import { port } from './addresses.ts'

/** The sandbox of text messages, on an origin of its own. */
export const textMessages = `http://sms.localhost:${port + 2}`

const Message = z.object({ text: z.string(), date: z.string() })

/** Waits for the newest message to a number (E.164), and answers its text. */
export async function nextMessage(to: string): Promise<string> {
  const context = await request.newContext({ extraHTTPHeaders: { host: `sms.localhost:${port + 2}` } })
  let text: string | undefined
  await expect.poll(async () => {
    text = z.array(Message).parse(await (await context.get(`http://127.0.0.1:${port + 2}/admin/messages`, { params: { to } })).json())[0]?.text
    return text
  }, { message: `a text message to ${to}` }).toBeTruthy()
  await context.dispose()
  return text!
}
