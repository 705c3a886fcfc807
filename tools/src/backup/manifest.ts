import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { Inventory } from './inventory.ts'
import { BackupProblem } from './settings.ts'

/** What a backup consists of and what must be found again after it was restored. */
export const Manifest = z.strictObject({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  database: z.strictObject({
    /** `dump`: custom format of pg_dump, into any server of this major version or a newer one. `cluster`: the embedded database's files, same major version only. */
    method: z.enum(['dump', 'cluster']),
    serverMajor: z.int(),
    /** Major version of the pg_dump that made it, which no older pg_restore can read; of a cluster the server's. */
    dumpedBy: z.int(),
    /** Figures of the moment of the dump; null for a cluster, whose moment is the end of the copying. */
    books: Inventory.nullable(),
  }),
  documents: z.int(),
  assets: z.int(),
  /** `sealed`: they are in the backup. `left-out`: there are some, and they are not. `none`: they come from the environment. */
  keys: z.enum(['sealed', 'left-out', 'none']),
  /** Sealed bytes that were destroyed while the backup was made, whose rows the database's moment still has. */
  destroyedMeanwhile: z.array(z.string()),
  /** SHA-256 of the list of sums of all other files. */
  sums: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Manifest = z.infer<typeof Manifest>

/** The manifest of a backup; refuses a folder that has none, which is no whole backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new BackupProblem(`${folder} has no manifest.json: it is no backup, or one that was broken off`)
  })
  return Manifest.parse(JSON.parse(text))
}

/** Written last: a backup without it is not whole. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
