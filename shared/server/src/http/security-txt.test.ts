import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { securityContactSetting, securityExpirySetting, securityTxtOf, securityTxtRoute } from './security-txt.ts'

const contacts = securityContactSetting().parse('mailto:security@example.com,b.example=https://b.example/security')
const later = new Date(Date.now() + 86_400_000).toISOString()

async function answered(host: string, expires: string | undefined = later) {
  const app = Fastify()
  securityTxtRoute(app, { text: securityTxtOf(contacts, expires), scheme: 'https', isOwn: (name) => name.endsWith('.example') })
  const { statusCode, headers, body } = await app.inject({ url: '/.well-known/security.txt', headers: { host } })
  await app.close()
  return { statusCode, type: headers['content-type'], body }
}

it('each host says whom to tell about a weakness and until when (DEC-252)', async () => {
  expect(await answered('a.example')).toEqual({
    statusCode: 200, type: 'text/plain; charset=utf-8', body: `Contact: mailto:security@example.com\nExpires: ${later}\nPreferred-Languages: en\nCanonical: https://a.example/.well-known/security.txt\n`,
  })
  expect((await answered('B.example:443')).body).toContain('Contact: https://b.example/security\n')
})

it('nothing is said for a host of somebody else, without an end, or after it (DEC-252)', async () => {
  expect((await answered('a.elsewhere')).statusCode).toBe(404)
  expect((await answered('a.example', '2020-01-01T00:00:00Z')).statusCode).toBe(404)
  expect(securityTxtOf(contacts, undefined)).toBeNull()
  expect(securityTxtOf(undefined, later)).toBeNull()
})

it.each(['security@example.com', 'http://a.example', 'mailto:a@b.example\nContact: mailto:c@d.example', 'javascript:alert(1)', ''])('a contact like %j is refused (DEC-252)', (text) => {
  expect(securityContactSetting().safeParse(text).success).toBe(false)
  expect(securityExpirySetting().safeParse('soon').success).toBe(false)
})
