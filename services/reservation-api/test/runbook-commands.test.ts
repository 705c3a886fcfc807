import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keysCommand } from '../src/cli/keys.ts'
import { adminToken, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

const folder = join(import.meta.dirname, '../../../docs/runbooks')
/** Lines of the runbooks that begin so, in the order in which a page has them. */
const lines = (form: RegExp): readonly (readonly [page: string, found: string])[] =>
  readdirSync(folder).flatMap((page) => [...readFileSync(join(folder, page), 'utf8').matchAll(new RegExp(`^ *${form.source}$`, 'gm'))].map(([, found = '']) => [page, found] as const))

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

describe('commands of the runbooks, run against an installation (DEC-317)', () => {
  it.each(lines(/psql "\$DATABASE_URL" -c "([^"]+)"/))('%s: %s', async (_page, question) => {
    const client = new pg.Client({ connectionString: api.database.url })
    await client.connect()
    try {
      expect((await client.query(question)).fields.map(({ name }) => name)).toEqual(['tenant_id', 'since'])
    } finally {
      await client.end()
    }
  })

  it.each(lines(/curl -fsS -H "Authorization: Bearer \$CHECKIN_ADMIN_TOKEN" http:\/\/127\.0\.0\.1:4004(\/\S+)/))('%s: curl %s', async (_page, url) => {
    const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${adminToken}` } })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  it('checkin keys: what the page about a lost key says, from its first line to its last, leaves everything readable', async () => {
    await api.stored('costaverde', 'KEYS1')
    const commands = lines(/checkin keys (.+)/).filter(([page]) => page === 'lost-key.md').map(([, command]) => command)
    expect(commands).toEqual(['list', 'new', 'rotate', 'renew --all'])
    const env = { DATABASE_URL: api.database.url, CHECKIN_DOCUMENT_KEY: 'document-secret-of-tests', CHECKIN_KEY_FILE: join(api.folder, 'keys-of-the-runbook.json') }
    const said: string[] = []
    const code = process.exitCode
    // The file has to be there before it is listed, as in an installation that has one.
    for (const command of ['new', ...commands, 'list']) await keysCommand(command.split(' '), { env, print: (line) => { said.push(line) } })
    const failed = process.exitCode !== code
    process.exitCode = code
    expect(failed, said.join('\n')).toBe(false)
    expect(said.join('\n')).not.toContain('MISSING')
    expect(said.at(-1)).toMatch(/^costaverde {2}/)
  })
})
