import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { parseJson } from '@checkin/http'
import type { ModuleManifest } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Tables } from '../storage/tables.ts'

const compress = promisify(gzip)

/** What a source map has to be to be kept; what reads it knows the rest. */
const SourceMap = z.looseObject({ version: z.literal(3), sources: z.array(z.nullable(z.string())), mappings: z.string() })

/** The source map of one script, as it is kept. */
export interface KeptMap {
  readonly file: string
  readonly map: Buffer
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Reads the maps that came with an upload: one for a script of the version each. Throws InvalidSourceMap. */
export async function readSourceMaps({ files }: Pick<ModuleManifest, 'files'>, maps: readonly { readonly file: string; readonly base64: string }[]): Promise<readonly KeptMap[]> {
  const scripts = new Set(files.map(({ path }) => lastPart(path)))
  const known = new Set<string>()
  return Promise.all(maps.map(async ({ file, base64 }) => {
    const bytes = Buffer.from(base64, 'base64')
    if (!scripts.has(file) || known.has(file) || !SourceMap.safeParse(parseJson(bytes.toString())).success) {
      throw new ServiceError(422, 'InvalidSourceMap', 'A source map is none, or of no script of this version', { data: { file } })
    }
    known.add(file)
    return { file, map: await compress(bytes) }
  }))
}

/** Keeps the maps of a version; those that are there stay, as the version does. */
export async function keepSourceMaps(tx: Transaction<Tables>, { name, version }: Pick<ModuleManifest, 'name' | 'version'>, maps: readonly KeptMap[]): Promise<void> {
  for (const { file, map } of maps) await tx.insertInto('source_map').values({ module: name, version, file, map }).onConflict((conflict) => conflict.doNothing()).execute()
}
