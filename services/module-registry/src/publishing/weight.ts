import type { ModuleManifest } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import type { Queries } from '../storage/ledger.ts'
import type { StoredFile } from './assets.ts'

/** Brotli bytes that a module may weigh without an approved exception. */
export const largestOwnBytes = 60_000

/** Brotli bytes of a module's own scripts and styles: what it adds to the shell, without its messages. */
export function ownBytesOf(manifest: ModuleManifest, files: readonly StoredFile[]): number {
  const messages = new Set(Object.values(manifest.words).flat())
  return files.filter(({ path }) => /\.(js|css)$/.test(path) && !messages.has(path))
    .reduce((sum, { brotli, bytes }) => sum + (brotli ?? bytes).length, 0)
}

/** Brotli bytes that a module may weigh now: the limit, or more where an approver allowed it. */
export async function weightLimit(tx: Queries, module: string): Promise<number> {
  const exception = await tx.selectFrom('size_exception').select('bytes').where('module', '=', module).executeTakeFirst()
  return Math.max(largestOwnBytes, exception?.bytes ?? 0)
}

export const tooHeavy = (what: string, bytes: number, limit: number) =>
  new ServiceError(422, 'TooHeavy', `${what} weighs ${bytes} bytes compressed, more than ${limit}`, { data: { bytes, limit } })

/** Refuses a choice with a version that is heavier than its module may be now: an exception may have ended since it was published. Throws TooHeavy. */
export async function requireWeights({ tx }: { readonly tx: Queries }, choice: Readonly<Record<string, string>>): Promise<void> {
  const rows = await tx.selectFrom('module_version').select(['name', 'version', 'own_bytes']).where('own_bytes', '>', largestOwnBytes).where('name', '!=', 'shell').execute()
  for (const { name, version, own_bytes: bytes } of rows.filter((row) => choice[row.name] === row.version)) {
    const limit = await weightLimit(tx, name)
    if (bytes > limit) throw tooHeavy(`${name}@${version}`, bytes, limit)
  }
}
