import { join } from 'node:path'
import { type Database, dataDirSetting, declareSettings, readSettings, secretsSetting } from '@checkin/server'
import { bucketSetting, bucketStore, type ObjectStore } from '@checkin/server/object-store'
import { clearRemains, endRetention } from './images/image-retention.ts'
import { imageStore, type ImageStore, type PictureRow } from './images/image-store.ts'
import { createImageReader, type ImageReader } from './images/image-reader.ts'
import { fileKeyService } from '../keys/key-file.ts'
import type { KeyService } from '../keys/key-service.ts'
import { pdfStore, type PdfStore } from './pdf-store.ts'
import { sealedFilesIn, sealedObjectsIn } from './sealed-files.ts'
import type { Tables } from './tables.ts'

/** A stored picture with what it shows, as base64 of WebP. */
export type OpenedPicture = Pick<PictureRow, 'role' | 'part' | 'side'> & { readonly image: string }

/** Everything that is kept sealed: pictures of documents, and the PDFs that renters and companies get. */
export interface Documents {
  readonly reader: ImageReader
  readonly store: ImageStore
  readonly pdfs: PdfStore
  /** Opens a reservation's pictures; one whose bytes are gone is left out. */
  readonly open: (database: Database<Tables>, tenantId: string, rows: readonly PictureRow[]) => Promise<readonly OpenedPicture[]>
  /** Removes the bytes of pictures whose key is destroyed. */
  readonly clear: (database: Database<Tables>, tenantId: string) => Promise<void>
  /** The same after destroying the keys of pictures that the tenant keeps no longer. */
  readonly cleanUp: (database: Database<Tables>, tenantId: string, keepDays: number) => Promise<void>
  readonly stop: () => void
}

export function createDocuments({ secret, folder, objects = null, keys = fileKeyService({ file: null, secret }) }: DocumentSettings & { readonly keys?: KeyService }, reader: ImageReader = createImageReader()): Documents {
  const files = objects ? sealedObjectsIn(objects) : sealedFilesIn(folder)
  const source = { secret, keys }
  const store = imageStore(files, source)
  const clear = (database: Database<Tables>, tenantId: string): Promise<void> => clearRemains(database, files, tenantId)
  return {
    reader, store, clear, pdfs: pdfStore(files, source),
    stop: reader.stop,
    open: (database, tenantId, rows) => (rows.length === 0 ? Promise.resolve([]) : database.withTenant(tenantId, async (transaction) => {
      const opened: OpenedPicture[] = []
      for (const row of rows) {
        const webp = await store.read(transaction, row)
        if (webp) opened.push({ role: row.role, part: row.part, side: row.side, image: webp.toString('base64') })
      }
      return opened
    })),
    cleanUp: async (database, tenantId, keepDays) => {
      await endRetention(database, tenantId, keepDays)
      await clear(database, tenantId)
    },
  }
}

const Environment = declareSettings({
  /** Seals the keys of document pictures; without it they cannot be opened any more. */
  CHECKIN_DOCUMENT_KEY: secretsSetting(),
  CHECKIN_DATA_DIR: dataDirSetting(),
  /** Where sealed pictures and documents lie instead of the data folder. */
  CHECKIN_DOCUMENTS_BUCKET: bucketSetting(),
})

export interface DocumentSettings {
  readonly secret: string
  /** Where sealed pictures and documents lie. */
  readonly folder: string
  /** The same as an object store, which then counts instead of the folder. */
  readonly objects?: ObjectStore | null
}

/** Settings of document pictures; throws SettingsError with the names of the variables that cannot be used. */
export function documentSettings(env: Readonly<Record<string, string | undefined>> = process.env): DocumentSettings {
  const read = readSettings(Environment, env)
  return { secret: read.CHECKIN_DOCUMENT_KEY, folder: join(read.CHECKIN_DATA_DIR, 'documents'), objects: bucketStore(read.CHECKIN_DOCUMENTS_BUCKET, env) }
}
