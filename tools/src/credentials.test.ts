import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const page = (name: string): string => readFileSync(join(import.meta.dirname, '..', '..', 'docs', name), 'utf8')

it('every setting that is a secret stands in docs/credentials.md (DEC-143)', () => {
  // The table of docs/installation.md is made from what the services declare.
  const secrets = [...page('installation.md').matchAll(/^\| `(CHECKIN_\w+)` \|.*\| secret \|$/gm)].map(([, name]) => name ?? '')
  expect(secrets.length).toBeGreaterThan(10)
  const inventory = page('credentials.md')
  expect(secrets.filter((name) => !inventory.includes(`\`${name}\``))).toEqual([])
})
