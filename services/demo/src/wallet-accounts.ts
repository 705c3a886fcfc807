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

/** Where both wallets are told of changes; by default nobody. */
export interface WalletAddresses {
  readonly pushUrl: string
  readonly apiUrl: string
  readonly tokenUrl: string
}

const nowhere: WalletAddresses = { pushUrl: 'http://127.0.0.1:9', apiUrl: 'http://127.0.0.1:9', tokenUrl: 'http://127.0.0.1:9/token' }

/** Accounts whose chain no wallet trusts: an authority of our own, a certificate of a pass type that it issued, a service account's key (DEC-233, DEC-234). */
export async function testWalletAccounts({ pushUrl, apiUrl, tokenUrl }: WalletAddresses = nowhere): Promise<TestWalletAccounts> {
  const authority = await generate([{ name: 'commonName', value: 'Checkin test authority for passes' }], { ...rsa, extensions: [{ name: 'basicConstraints', cA: true, critical: true }, { name: 'keyUsage', keyCertSign: true, critical: true }] })
  const pass = await generate([{ name: 'commonName', value: 'Pass Type ID: pass.example.checkin' }], {
    ...rsa, ca: { key: authority.private, cert: authority.cert }, extensions: [{ name: 'basicConstraints', cA: false, critical: true }, { name: 'keyUsage', digitalSignature: true, critical: true }],
  })
  return {
    apple: { passTypeId: 'pass.example.checkin', teamId: 'TESTTEAM01', certificate: pass.cert, key: pass.private, wwdr: authority.cert, pushUrl },
    google: { issuerId: '3388000000000000000', email: 'wallet@checkin.example', key: authority.private, apiUrl, tokenUrl },
  }
}

/** The demo's own, made once and kept in its data directory, readable by its user only. */
export async function demoWalletAccounts(dataDir: string, addresses: WalletAddresses): Promise<TestWalletAccounts> {
  const file = join(dataDir, 'wallet-accounts.json')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept !== null) {
    const { apple, google } = WalletAccounts.parse(JSON.parse(kept))
    return { apple: { ...apple, pushUrl: addresses.pushUrl }, google: { ...google, apiUrl: addresses.apiUrl, tokenUrl: addresses.tokenUrl } }
  }
  const made = await testWalletAccounts(addresses)
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, JSON.stringify(made), { mode: 0o600 })
  return made
}
