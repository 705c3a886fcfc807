import { createHash } from 'node:crypto'
import { accountBodies, type AccountBody, type AccountKind } from '@checkin/internal'
import { keyFor, seal, unseal } from '../../database/seal.ts'
import type { AnyAccount } from './account-kinds.ts'

/** Which revision of which account; what is sealed for one cannot be opened as another. */
export interface AccountName<Kind extends AccountKind = AccountKind> {
  readonly tenantId: string
  readonly kind: Kind
  readonly revision: number
}

/** Seals accounts for the database and opens them again. */
export interface AccountSeal {
  readonly seal: (name: AccountName, account: AnyAccount) => { readonly sealed: Buffer; readonly keyId: string }
  /** Throws when the row was sealed with another key, or moved or changed. */
  readonly open: <Kind extends AccountKind>(name: AccountName<Kind>, row: { readonly sealed: Buffer; readonly keyId: string }) => AccountBody<Kind>
}

/** AES-256-GCM with a key of its own, made from the installation's document key. `keyId` names the key and reveals nothing of it. */
export function accountSeal(secret: string): AccountSeal {
  const key = keyFor(secret, 'checkin provider accounts')
  const keyId = createHash('sha256').update('checkin key id').update(key).digest('hex').slice(0, 16)
  const owner = ({ tenantId, kind, revision }: AccountName): string => JSON.stringify([tenantId, kind, revision])
  return {
    seal: (name, account) => ({ sealed: seal(key, owner(name), Buffer.from(JSON.stringify(account))), keyId }),
    open: <Kind extends AccountKind>(name: AccountName<Kind>, row: { readonly sealed: Buffer; readonly keyId: string }) => {
      if (row.keyId !== keyId) throw new Error(`the account is sealed with the key ${row.keyId}, this installation has ${keyId}`)
      return accountBodies[name.kind].parse(JSON.parse(unseal(key, owner(name), row.sealed).toString('utf8'))) as AccountBody<Kind>
    },
  }
}
