import { internalFetch } from '@checkin/server'
import { expect, it } from 'vitest'
import { anApi, tenant, wholeSite } from '../test/whole-site.fixture.ts'

it('the site of a company says whom to tell about a weakness, and says nothing for a foreign name (DEC-252)', async () => {
  const api = anApi({ drainMs: 100 })
  const site = await wholeSite({ apiPort: await api.listen({ port: 0 }), securityTxt: { contacts: new Map([['', 'mailto:security@example.com']]), expires: '2099-01-01T00:00:00Z' } })
  try {
    const ask = (host: string) => internalFetch(`http://127.0.0.1:${site.port}/.well-known/security.txt`, { headers: { host } })
    const { status, text } = await ask(tenant)
    expect([status, text()]).toEqual([200, `Contact: mailto:security@example.com\nExpires: 2099-01-01T00:00:00Z\nPreferred-Languages: en\nCanonical: http://${tenant}/.well-known/security.txt\n`])
    expect((await ask('evil.example')).status).toBe(404)
  } finally {
    await site.stop()
    await api.stop()
  }
})
