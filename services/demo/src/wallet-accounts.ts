import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountBodies, type AccountBody } from '@checkin/internal'
import { generate } from 'selfsigned'
import * as z from 'zod'

const WalletAccounts = z.object({ apple: accountBodies['apple-wallet'], google: accountBodies['google-wallet'] })
/** An account at each wallet, as operators put them. */
export interface TestWalletAccounts {
  readonly apple: AccountBody<'apple-wallet'>
  readonly google: AccountBody<'google-wallet'>
}

const rsa = { keySize: 2048, algorithm: 'sha256' } as const

/** Accounts whose chain no wallet trusts: an authority of our own, a certificate of a pass type that it issued, a service account's key (DEC-233, DEC-234). */
export async function testWalletAccounts(): Promise<TestWalletAccounts> {
  const authority = await generate([{ name: 'commonName', value: 'Checkin test authority for passes' }], { ...rsa, extensions: [{ name: 'basicConstraints', cA: true, critical: true }, { name: 'keyUsage', keyCertSign: true, critical: true }] })
  const pass = await generate([{ name: 'commonName', value: 'Pass Type ID: pass.example.checkin' }], {
    ...rsa, ca: { key: authority.private, cert: authority.cert }, extensions: [{ name: 'basicConstraints', cA: false, critical: true }, { name: 'keyUsage', digitalSignature: true, critical: true }],
  })
  return {
    apple: { passTypeId: 'pass.example.checkin', teamId: 'TESTTEAM01', certificate: pass.cert, key: pass.private, wwdr: authority.cert },
    google: { issuerId: '3388000000000000000', email: 'wallet@checkin.example', key: authority.private },
  }
}

/** The demo's own, made once and kept in its data directory, readable by its user only. */
export async function demoWalletAccounts(dataDir: string): Promise<TestWalletAccounts> {
  const file = join(dataDir, 'wallet-accounts.json')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept !== null) return WalletAccounts.parse(JSON.parse(kept))
  const made = await testWalletAccounts()
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, JSON.stringify(made), { mode: 0o600 })
  return made
}
