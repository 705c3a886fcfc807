import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { createService } from '@checkin/server'
import { describe, expect, it } from 'vitest'

const folder = join(projectRoot, 'docs/runbooks')
const source = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const commands = pages.flatMap(({ name, text }) => [...text.matchAll(/^ *```sh\n([^]*?)^ *```/gm)].flatMap(([, block = '']) => block.trim().split('\n').map((line) => ({ name, line: line.trim() }))))

/** Programs of the machine, which this product neither has nor needs: their options are theirs. */
const ofTheMachine = new Set(['df -h', 'timedatectl status', 'nginx -t', 'nginx -s reload', 'openssl x509 -noout -enddate -in /etc/ssl/checkin.pem'])

const readers: readonly (readonly [form: RegExp, holds: (match: RegExpExecArray) => unknown])[] = [
  // Run in services/module-registry/src/cli/runbook-commands.test.ts against a registry.
  [/^npm run rollout -- \S/, () => { expect(source('services/module-registry/src/cli/runbook-commands.test.ts')).toContain('docs/runbooks') }],
  // Run whole in services/reservation-api/test/backup.test.ts, with databases of their own.
  [/^npm run (backup|restore) -- \/backups\/\S+( --verify)?$/, ([, command = '']) => { expect(source('tools/run.mjs')).toContain(`${command}: 'tools/src/backup/${command}.ts'`) }],
  // Run in services/reservation-api/test/runbook-commands.test.ts against an installation; here the words are those of its own usage.
  [/^checkin keys (\w+)( --all)?$/, ([, word = '', all]) => { expect(source('services/reservation-api/src/cli/keys.ts')).toMatch(new RegExp(`^  ${word} ${all ? '<tenant>\\|--all' : ' '}`, 'm')) }],
  [/^checkin check (\w+)$/, ([, command = '']) => { expect(source('services/reservation-api/src/checkin.ts')).toMatch(new RegExp(`^  ${command}: \\{ does`, 'm')) }],
  [/^curl -fsS http:\/\/127\.0\.0\.1:400[459](\/healthz|\/readyz|\/metrics)$/, async ([, path = '']) => {
    const service = createService({ name: 'reservation-api' })
    try {
      expect((await service.app.inject({ url: path })).statusCode).toBe(200)
    } finally {
      await service.stop()
    }
  }],
  // Run there too; here the path is one of the contract.
  [/^curl -fsS -H "Authorization: Bearer \$CHECKIN_ADMIN_TOKEN" http:\/\/127\.0\.0\.1:4004(\/internal\/v1\/\S+)$/, ([, path = '']) => {
    expect(source('shared/contracts/internal/src/contract.ts')).toContain(`method: 'GET', path: '${path.replace('/costaverde', '/:id')}'`)
  }],
  [/^psql "\$DATABASE_URL" -c "select \* from reservation\.tenants_with_work\('([\w-]+)', 0\)"$/, ([, kind = '']) => {
    expect(source('services/reservation-api/migrations/227-tidied-driver-links.sql')).toContain(`when '${kind}' then`)
  }],
]

describe('the runbooks (DEC-306)', () => {
  it.each(pages)('$name says what is seen, met and done, when it is over and whom to tell', ({ text }) => {
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading).slice(0, 5)).toEqual(['What is seen', 'What renters meet', 'What to do', 'How to know that it is over', 'Whom to tell'])
    expect(text).toMatch(/^1\. /m)
  })

  it.each(commands)('$name: "$line" is a command that there is', async ({ line }) => {
    if (ofTheMachine.has(line)) return
    const known = readers.map(([form, holds]) => ({ match: form.exec(line), holds })).find(({ match }) => match !== null)
    expect(known, `no test reads "${line}"`).toBeDefined()
    if (known?.match) await known.holds(known.match)
  })

  it.each(pages)('$name is in the list of operations', ({ name }) => {
    expect(source('docs/operations.md')).toContain(`(runbooks/${name})`)
  })
})
