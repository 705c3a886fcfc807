import { mkdtemp, readFile, rm, appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailboxApp } from './app.ts'
import { openMessageStore, type Message, type MessageStore } from './message-store.ts'
import { receiveMail, type Receiver } from './receive.ts'
import { mailboxSettings } from './settings.ts'

let folder: string
let store: MessageStore
let receiver: Receiver
let app: ReturnType<typeof mailboxApp>['app']
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkin-mailbox-'))
  store = await openMessageStore(join(folder, 'messages.jsonl'), 5)
  receiver = await receiveMail({ port: 0, logins: [{ user: 'green', password: 'right' }], received: store.add, failed: (error) => { throw error } })
  app = mailboxApp(store, { log: { level: 'silent' } }).app
})
afterAll(async () => {
  await receiver.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, host = 'mail.localhost:4003') => app.inject({ url, headers: { host } })
const send = async (mail: Record<string, unknown>, auth?: { user: string; pass: string }) => {
  await createTransport({ host: '127.0.0.1', port: receiver.port, secure: false, ignoreTLS: true, ...(auth && { auth }) })
    .sendMail({ from: { name: 'Costa Verde', address: 'no-reply@costaverde.example' }, to: 'maria.silva@example.com', ...mail })
}
const newestTo = async (to: string): Promise<Message> => {
  const [first] = (await get(`/api/messages?to=${encodeURIComponent(to)}`)).json<Message[]>()
  return (await get(`/api/messages/${first?.id ?? ''}`)).json<Message>()
}

describe('who sends', () => {
  it('is known by the login, and a wrong one is refused', async () => {
    await send({ to: 'login@example.com' }, { user: 'green', pass: 'right' })
    expect(await newestTo('login@example.com')).toMatchObject({ login: 'green' })
    await send({ to: 'house@example.com' })
    expect(await newestTo('house@example.com')).toMatchObject({ login: null })
    await expect(send({ to: 'thief@example.com' }, { user: 'green', pass: 'wrong' })).rejects.toThrow('login')
  })
})

describe('what programs read', () => {
  it('is the mail with text, HTML and attachments, accents kept', async () => {
    const pdf = Buffer.from('%PDF-1.7 trial')
    await send({
      subject: 'O seu código é 123456', text: 'Código: 123456', html: '<p>Código: <b>123456</b></p>',
      attachments: [{ filename: 'acordo.pdf', content: pdf, contentType: 'application/pdf' }],
    })
    expect(await newestTo('Maria.Silva@example.com')).toMatchObject({
      to: 'maria.silva@example.com', from: 'Costa Verde <no-reply@costaverde.example>', subject: 'O seu código é 123456',
      text: expect.stringContaining('Código: 123456'), html: expect.stringContaining('<b>123456</b>'),
      attachments: [{ filename: 'acordo.pdf', contentType: 'application/pdf', size: pdf.length, content: pdf.toString('base64') }],
    })
  })

  it('shows hidden recipients too, so that an injected one cannot hide', async () => {
    await send({ subject: 'Hidden', bcc: 'evil@example.net' })
    expect((await newestTo('evil@example.net')).subject).toBe('Hidden')
  })

  it('has the newest first and keeps a limited number', async () => {
    for (let index = 0; index < 7; index += 1) await send({ subject: `Mail ${index}`, to: 'many@example.com' })
    const subjects = (await get('/api/messages?to=many@example.com')).json<Message[]>().map((message) => message.subject)
    expect(subjects).toEqual(['Mail 6', 'Mail 5', 'Mail 4', 'Mail 3', 'Mail 2'])
  })

  it('answers 404 with the error body for an unknown mail', async () => {
    const answer = await get('/api/messages/none')
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NotFound'])
  })
})

describe('what people see', () => {
  it('lists mails and finds those of one address', async () => {
    expect((await get('/')).body).toContain('Mail 6')
    expect((await get('/?to=nobody@example.com')).body).toContain('No mail to nobody@example.com yet.')
  })

  it('shows a mail\'s markup only in a frame that runs no script', async () => {
    await send({ subject: '<img src=x onerror=alert(1)>', html: '<script>alert(1)</script><a href="https://example.com/l">link</a>', text: '<b>plain</b>' })
    const { id } = await newestTo('maria.silva@example.com')
    const shown = await get(`/messages/${id}`)
    expect(shown.body).not.toMatch(/<script|<img|<b>plain/)
    expect(shown.headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'sha256-[^']+'/)
    const framed = await get(`/messages/${id}/html`)
    expect(framed.headers['content-security-policy']).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
    expect(framed.headers['content-security-policy']).not.toContain('allow-scripts')
  })

  it('gives attachments as downloads, whatever they say they are', async () => {
    await send({ subject: 'File', attachments: [{ filename: 'päge.html', content: '<script>1</script>', contentType: 'text/html' }] })
    const { id } = await newestTo('maria.silva@example.com')
    const file = await get(`/messages/${id}/attachments/0`)
    expect(file.headers['content-type']).toBe('application/octet-stream')
    expect(file.headers['content-disposition']).toBe('attachment; filename*=UTF-8\'\'p%C3%A4ge.html')
  })
})

describe('who may look', () => {
  it.each([['mail.localhost:4003', 200], ['127.0.0.1:4003', 200], ['evil.example', 421], ['costaverde.localhost', 421]])('%s gets %d', async (host, status) => {
    expect((await get('/api/messages', host)).statusCode).toBe(status)
  })

  it('nobody outside the demo, because codes stand in it', () => {
    expect(() => mailboxSettings({ CHECKIN_MODE: 'production' })).toThrow('CHECKIN_MODE: must be demo')
  })
})

it('has its mails again after a restart, even when the last line was cut off by a kill', async () => {
  const file = join(folder, 'messages.jsonl')
  const before = store.list()
  await appendFile(file, '{"id":"half')
  expect((await openMessageStore(file, 5)).list()).toEqual(before)
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(5)
})
