import { createHash } from 'node:crypto'
import { accountBodies, type AccountBody, type AccountKind } from '@checkin/internal'
import { currentSecret, secretsOf } from '@checkin/server'
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
  /** Id of the key that seals now. */
  readonly keyId: string
  /** Throws when the row was sealed with a key that is not here, or moved or changed. */
  readonly open: <Kind extends AccountKind>(name: AccountName<Kind>, row: { readonly sealed: Buffer; readonly keyId: string }) => AccountBody<Kind>
}

/** AES-256-GCM with a key of its own, made from the installation's document key; former ones open what they sealed (DEC-307). `keyId` names the key and reveals nothing of it. */
export function accountSeal(secret: string): AccountSeal {
  const keyIn = (each: string) => {
    const key = keyFor(each, 'checkin provider accounts')
    return { key, keyId: createHash('sha256').update('checkin key id').update(key).digest('hex').slice(0, 16) }
  }
  const { key, keyId } = keyIn(currentSecret(secret))
  const keys = new Map(secretsOf(secret).map(keyIn).map((each) => [each.keyId, each.key]))
  const owner = ({ tenantId, kind, revision }: AccountName): string => JSON.stringify([tenantId, kind, revision])
  return {
    keyId,
    seal: (name, account) => ({ sealed: seal(key, owner(name), Buffer.from(JSON.stringify(account))), keyId }),
    open: <Kind extends AccountKind>(name: AccountName<Kind>, row: { readonly sealed: Buffer; readonly keyId: string }) => {
      const known = keys.get(row.keyId)
      if (!known) throw new Error(`the account is sealed with the key ${row.keyId}, this installation has ${[...keys.keys()].join(', ')}`)
      return accountBodies[name.kind].parse(JSON.parse(unseal(known, owner(name), row.sealed).toString('utf8'))) as AccountBody<Kind>
    },
  }
}
