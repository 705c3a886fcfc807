import { startTlsServer } from '@checkin/testing/tls-server'
import { afterEach, expect, it } from 'vitest'
import { smtpMailer } from '@checkin/server/mail'
import { callProvider } from '../src/payments/providers/provider-call.ts'

let stop = (): void => undefined
afterEach(() => { stop() })

async function aServer() {
  const server = await startTlsServer()
  stop = server.stop
  return server
}

it('a provider whose certificate nobody trusts was not reached: no card account and no amount leaves, and nothing can have happened there (ASVS 12.3.2, P9)', async () => {
  const { port, requests } = await aServer()
  const reply = await callProvider({ method: 'POST', url: `https://localhost:${port}/payments`, headers: { authorization: 'Basic c2VjcmV0' }, body: '{}' }, { connectMs: 5000, answerMs: 5000 })
  expect([reply, requests()]).toEqual([{ kind: 'unreached' }, 0])
})

it('a mail server whose certificate nobody trusts gets no mail, which waits (ASVS 12.3.2)', async () => {
  const { port } = await aServer()
  const mailer = smtpMailer({ host: 'localhost', port, secure: true, user: 'checkin', password: 'secret' })
  const sent = await mailer.send({ from: { name: '', address: 'desk@example.com' }, to: 'maria@example.com', subject: 'Code', text: '123456', html: '123456', language: 'en', messageId: '<1@example.com>' })
  mailer.close()
  expect(sent).toMatchObject({ kind: 'again', reason: 'ESOCKET' })
})
