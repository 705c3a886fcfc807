import { sealedFor } from './seal.ts'

/** What is sealed for one use cannot be opened as another. */
export type SealUse = 'checkin mail outbox' | 'checkin payment means' | 'checkin wallet devices'

/** Encrypts what waits in the database, bound to its row: the contents of a mail, the instrument of a payment, the address of a device. It must not lie there readable. */
export const seal = (secret: string, rowId: string, payload: object, use: SealUse = 'checkin mail outbox'): Buffer =>
  sealedFor(secret, use).seal(rowId, Buffer.from(JSON.stringify(payload)))

/** Opens it again. Throws when no secret of the setting made it, or the bytes or their row were changed. */
export const unseal = (secret: string, rowId: string, sealed: Buffer, use: SealUse = 'checkin mail outbox'): unknown =>
  JSON.parse(sealedFor(secret, use).unseal(rowId, sealed).toString('utf8'))
