import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { MailLogin } from './settings.ts'
import type { Message } from './message-store.ts'

export interface Receiver {
  readonly port: number
  readonly close: () => Promise<void>
}

export interface ReceiverOptions {
  readonly port: number
  /** Who may log in; a wrong login is refused. */
  readonly logins?: readonly MailLogin[]
  /** Called for every mail; the sender hears that it arrived when this resolves. */
  readonly received: (message: Message) => Promise<void>
  readonly failed: (error: unknown) => void
}

const largestMail = 20 * 1024 * 1024

/** Accepts every mail from this machine, to anybody, and delivers none of them any further. */
export function receiveMail({ port, logins = [], received, failed }: ReceiverOptions): Promise<Receiver> {
  const server = new SMTPServer({
    authOptional: true,
    // In clear, as only a demo may; nothing of it leaves this machine.
    disabledCommands: ['STARTTLS'], allowInsecureAuth: true, authMethods: ['PLAIN', 'LOGIN'],
    onAuth: ({ username, password }, _session, done) => {
      if (logins.some((login) => login.user === username && login.password === password)) done(null, { user: username ?? '' })
      else done(Object.assign(new Error('The login is wrong'), { responseCode: 535 }))
    },
    size: largestMail,
    // The reverse lookup of smtp-server would wait for a resolver that may be away.
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('The mail is too large'), { responseCode: 552 }))
          return
        }
        const { mailFrom, rcptTo } = session.envelope
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
        readMail(Buffer.concat(parts), { ...envelope, login: typeof session.user === 'string' ? session.user : null }).then(received).then(() => { done() }, (error: unknown) => {
          failed(error)
          done(Object.assign(new Error('The mail could not be read'), { responseCode: 451 }))
        })
      })
    },
  })
  server.on('error', failed)
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () => new Promise((closed) => { server.close(() => { closed() }) }),
      })
    })
  })
}

/** The recipients are those of the envelope: hidden ones stand in no header. */
async function readMail(raw: Buffer, envelope: { readonly from: string; readonly to: readonly string[]; readonly login: string | null }): Promise<Message> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'base64' })
  return {
    id: randomUUID(),
    to: envelope.to.join(', '),
    login: envelope.login,
    from: mail.from?.name ? `${mail.from.name} <${mail.from.address ?? envelope.from}>` : envelope.from,
    subject: mail.subject ?? '',
    date: new Date().toISOString(),
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map((attachment) => {
      const content = typeof attachment.content === 'string' ? attachment.content : Buffer.from(new Uint8Array(attachment.content)).toString('base64')
      return {
        filename: attachment.filename ?? 'attachment',
        contentType: attachment.mimeType,
        size: Buffer.from(content, 'base64').length,
        content,
      }
    }),
  }
}
