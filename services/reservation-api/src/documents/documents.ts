import type { Database } from '@checkin/server'
import type { Tables } from '../../tables.ts'
import { clearRemains, endRetention } from './document-retention.ts'
import { documentStore, type DocumentStore, type PictureRow } from './document-store.ts'
import type { DocumentSettings } from './document-settings.ts'
import { paperStore, type PaperStore } from '../papers/paper-store.ts'
import { createImageReader, type ImageReader } from './image-reader.ts'
import { sealedFilesIn } from './sealed-files.ts'

/** A stored picture with what it shows, as base64 of WebP. */
export type OpenedPicture = Pick<PictureRow, 'role' | 'part' | 'side'> & { readonly image: string }

/** Everything that is kept sealed: pictures of documents, and papers. */
export interface Documents {
  readonly reader: ImageReader
  readonly store: DocumentStore
  readonly papers: PaperStore
  /** Opens a reservation's pictures; one whose bytes are gone is left out. */
  readonly open: (database: Database<Tables>, tenantId: string, rows: readonly PictureRow[]) => Promise<readonly OpenedPicture[]>
  /** Removes the bytes of pictures whose key is destroyed. */
  readonly clear: (database: Database<Tables>, tenantId: string) => Promise<void>
  /** The same after destroying the keys of pictures that the tenant keeps no longer. */
  readonly tidy: (database: Database<Tables>, tenantId: string, keepDays: number) => Promise<void>
  readonly stop: () => void
}

export function createDocuments({ secret, folder }: DocumentSettings, reader: ImageReader = createImageReader()): Documents {
  const files = sealedFilesIn(folder)
  const store = documentStore(files, secret)
  const clear = (database: Database<Tables>, tenantId: string): Promise<void> => clearRemains(database, files, tenantId)
  return {
    reader, store, clear, papers: paperStore(files, secret),
    stop: reader.stop,
    open: (database, tenantId, rows) => (rows.length === 0 ? Promise.resolve([]) : database.withTenant(tenantId, async (transaction) => {
      const opened: OpenedPicture[] = []
      for (const row of rows) {
        const webp = await store.read(transaction, row)
        if (webp) opened.push({ role: row.role, part: row.part, side: row.side, image: webp.toString('base64') })
      }
      return opened
    })),
    tidy: async (database, tenantId, keepDays) => {
      await endRetention(database, tenantId, keepDays)
      await clear(database, tenantId)
    },
  }
}
