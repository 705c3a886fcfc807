import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { demoTenants } from '../data/demo-data.ts'
import { portsFrom } from './ports.ts'
import { sandboxSettings } from './providers.ts'
import { demoSecrets } from './secrets.ts'
import { testWalletAccounts } from './wallet-accounts.ts'

it('the sandboxes let a tenant\'s pages and those of its previews show card fields, and nobody else\'s (DEC-299)', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'providers-'))
  onTestFinished(() => { rmSync(dataDir, { recursive: true, force: true }) })
  const { CHECKIN_SANDBOX_SHOPS: shops = '' } = sandboxSettings(portsFrom(6200), await demoSecrets(dataDir), await testWalletAccounts())
  expect(shops.split(',').sort()).toEqual(demoTenants.flatMap(({ host }) => [`http://${host}:6200`, `http://preview.${host}:6200`]).sort())
})
