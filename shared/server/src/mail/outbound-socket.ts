import { connect, type Socket } from 'node:net'
import { outboundLookup, outboundRules, type OutboundRules } from '../http/outbound.ts'

const connectMs = 5000

/** Gives nodemailer a connection that is open, or why there is none. */
type Answered = (error: Error | null, socket: { readonly connection: Socket } | false) => void

/**
 * Opens the connections of a mail server where only systems on the list may be called: nodemailer looks names up by itself otherwise. TLS is nodemailer's own, over it.
 * Undefined in the demo, where nodemailer connects.
 */
export function outboundSocket({ host, port, isEncrypted }: { readonly host: string; readonly port: number; readonly isEncrypted: boolean }, rules: OutboundRules = outboundRules()) {
  if (rules === null) return undefined
  return (_options: unknown, answer: Answered): void => {
    try {
      const connection = connect({ host, port, lookup: outboundLookup({ host, port, isEncrypted }, rules), timeout: connectMs })
      const fail = (error: Error): void => { connection.destroy(); answer(error, false) }
      const tooLate = (): void => { fail(Object.assign(new Error('the mail server did not answer'), { code: 'ETIMEDOUT' })) }
      connection.once('error', fail).once('timeout', tooLate).once('connect', () => {
        connection.off('error', fail).off('timeout', tooLate)
        answer(null, { connection })
      })
    } catch (error) {
      answer(error instanceof Error ? error : new Error('no connection'), false)
    }
  }
}
