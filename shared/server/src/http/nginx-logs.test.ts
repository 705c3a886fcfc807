import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the proxy that comes with the product writes no addresses: they hold codes, tokens and what drivers are checked by (DEC-80, ASVS 14.2.1)', () => {
  const servers = readFileSync(new URL('../../../../deploy/nginx/checkin.conf', import.meta.url), 'utf8').split(/^server \{$/m).slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers) expect(server.split(/^\}$/m)[0]).toMatch(/^ {2}access_log off;$/m)
})
