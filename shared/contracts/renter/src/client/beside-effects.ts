/** What the client has beside its effects. */
export { addressOf } from './address.ts'
export { request } from './late-contract.ts'
export { identifierOf } from './identifier.ts'
export { readDeadline, writePatience } from './patience.ts'
export type { CallOptions } from './request.ts'
export { type UploadProgress } from './send.ts'
export { longWriteEnded, uploadProgressed, writeTookLong, type WriteUnderWay } from './effects.ts'
