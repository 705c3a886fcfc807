import { expect, request } from '@playwright/test'
import * as z from 'zod'
import { mailboxAddress } from './addresses.ts'

const Mail = z.object({ id: z.string(), subject: z.string(), text: z.string(), html: z.string(), date: z.string() })
const Listed = z.array(z.object({ id: z.string() }))
/** A mail of the demo's mailbox. */
export type Mail = Readonly<z.infer<typeof Mail>>

async function inbox(address: string): Promise<Mail[]> {
  const context = await request.newContext({ extraHTTPHeaders: { host: `mail.localhost:${new URL(mailboxAddress).port}` } })
  const list = Listed.parse(await (await context.get(mailboxAddress, { params: { to: address } })).json())
  const mails = await Promise.all(list.map(async ({ id }) => Mail.parse(await (await context.get(`${mailboxAddress}/${id}`)).json())))
  await context.dispose()
  return mails
}

/** The mails that an address has now, by id: what is there before a step is not mistaken for the step's mail. */
export const mailIds = async (address: string): Promise<ReadonlySet<string>> => new Set((await inbox(address)).map((mail) => mail.id))

/** Waits for a mail that was not there before. */
export async function nextMail(address: string, before: ReadonlySet<string>): Promise<Mail> {
  let found: Mail | undefined
  await expect.poll(async () => {
    found = (await inbox(address)).find((mail) => !before.has(mail.id))
    return found?.subject
  }, { message: `a mail to ${address}` }).toBeTruthy()
  return found!
}

/** The six digits of a code mail. */
export const codeOf = (mail: Mail): string => {
  const code = /\b(\d{6})\b/.exec(mail.text)?.[1]
  if (!code) throw new Error(`no code in the mail "${mail.subject}"`)
  return code
}

/** The path of the ticket that the confirmation to an address links to, which is the first mail there (API-52). */
export async function ticketPathOf(address: string): Promise<string> {
  const mail = await nextMail(address, new Set())
  const path = /\/ticket\/[\w-]{43}/.exec(mail.text)?.[0]
  if (!path) throw new Error(`no ticket in the mail "${mail.subject}"`)
  return path
}
