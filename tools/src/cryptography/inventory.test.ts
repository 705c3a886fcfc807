import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { describe, expect, it } from 'vitest'
import { cryptographyPage, cryptoUses } from './inventory.ts'

const isProduct = (path: string): boolean => /^(services\/(?!demo\/|sandboxes\/)|shared\/(?!tooling\/|testing\/)|shell\/src\/|mfe-)/.test(path) && /\/src\/.*\.tsx?$/.test(path) && !/\.test\.|\.fixture\.|\/(?:test|testing)\//.test(path)
const usesCryptography = /from '(?:node:)?crypto'|crypto\.subtle|webcrypto|from '(?:@noble\/|@simplewebauthn\/server|jose|argon2|@node-rs\/argon2|openid-client|bcrypt|node-forge|passkit-generator|tweetnacl)|from '[^']*\/sha-?256[^']*'/

const trackedFiles = (): readonly string[] => execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'services', 'shared', 'shell', 'mfe-*'], { cwd: projectRoot, encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n').filter((path) => path !== '' && existsSync(join(projectRoot, path)))

describe('the inventory of cryptography', () => {
  it('names every source of services and shared packages that uses it, once, and no other (DEC-250)', () => {
    const using = trackedFiles().filter((path) => isProduct(path) && usesCryptography.test(readFileSync(join(projectRoot, path), 'utf8')))
    expect(using.length).toBeGreaterThan(50)
    expect(cryptoUses.flatMap(({ files }) => files).sort()).toEqual([...using].sort())
  })

  it('has no SHA-1, MD5, ECB or RSA with the old padding in it or in a source (DEC-250)', () => {
    for (const path of cryptoUses.flatMap(({ files }) => files)) expect(readFileSync(join(projectRoot, path), 'utf8'), path).not.toMatch(/'(?:sha1|md5|aes-\d+-ecb|des-[\w-]+|rc4)'|RSA_PKCS1_PADDING/i)
  })

  it('has a lifetime for every key of ours (ASVS 11.1.1)', () => {
    for (const { what, key, renewed } of cryptoUses) expect(renewed !== undefined, what).toBe(!['-', 'of the issuer', 'of the authenticator'].includes(key))
  })

  it('is written down as it is, and its records exist (DEC-250)', () => {
    expect(readFileSync(join(projectRoot, 'docs/cryptography.md'), 'utf8')).toBe(cryptographyPage())
    for (const { record } of cryptoUses) if (record !== '-') expect(readFileSync(join(projectRoot, 'docs', record), 'utf8')).not.toBe('')
  })
})
