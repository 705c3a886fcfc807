import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'

/** A received mail as programs and pages read it. */
export const Message = z.object({
  id: z.string(),
  /** Everybody it was delivered to, hidden recipients included, separated by a comma and a space. */
  to: z.string(),
  /** Who sent it, by login; null for nobody. */
  login: z.string().nullable().default(null),
  from: z.string(),
  subject: z.string(),
  /** Instant at which it arrived. */
  date: z.iso.datetime(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({
    filename: z.string(),
    contentType: z.string(),
    /** Bytes. */
    size: z.number(),
    /** base64. */
    content: z.string(),
  })),
})
export type Message = z.infer<typeof Message>

export interface MessageStore {
  /** Newest first; with an address only the mails delivered to it. */
  readonly list: (to?: string) => readonly Message[]
  readonly get: (id: string) => Message | undefined
  /** Resolves when the mail is on disk. */
  readonly add: (message: Message) => Promise<void>
}

/** Keeps the newest mails in memory and in a file of one mail per line, which is written anew at the start. */
export async function openMessageStore(file: string, most = 1000): Promise<MessageStore> {
  await mkdir(dirname(file), { recursive: true })
  const messages = (await kept(file)).slice(-most)
  await writeFile(`${file}.new`, messages.map(asLine).join(''), { mode: 0o600 })
  await rename(`${file}.new`, file)
  let writing = Promise.resolve()

  return {
    list: (to) => messages.filter((message) => to === undefined || recipients(message).includes(to.trim().toLowerCase())).reverse(),
    get: (id) => messages.find((message) => message.id === id),
    add: (message) => {
      messages.push(message)
      if (messages.length > most) messages.shift()
      writing = writing.then(() => appendFile(file, asLine(message)))
      return writing
    },
  }
}

const asLine = (message: Message): string => `${JSON.stringify(message)}\n`

const recipients = (message: Message): string[] => message.to.split(', ').map((address) => address.toLowerCase())

async function kept(file: string): Promise<Message[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    // A process that was killed leaves half a line behind.
    try {
      const parsed = Message.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })
}
