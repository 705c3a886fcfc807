import { createHash } from 'node:crypto'
import type { TermsContent } from '@checkin/internal'
import { readContent } from './terms-content.ts'
import type { Letterhead } from '../../documents/pdf/pdf-page.ts'
import { termsPdf } from './terms-pdf.ts'
import type { TermsRow } from './terms-store.ts'

export interface TermsDocument {
  readonly bytes: Buffer
  /** Strong validator of HTTP, quotes included. */
  readonly etag: string
}

export interface TermsDocuments {
  /** One version as PDF: set in the look of the firm, or the company's own file. */
  readonly pdf: (row: TermsRow, firm: Letterhead) => Promise<TermsDocument>
}

const mostKept = 200

/** What a version says as PDF: set in the look of the firm, or the company's own file. */
export const termsBytes = async (content: TermsContent, version: { readonly language: string; readonly validFrom: string }, firm: Letterhead): Promise<Buffer> =>
  (content.kind === 'pdf' ? Buffer.from(content.pdf, 'base64') : termsPdf(content, version, firm))

const bytesOf = async (row: TermsRow, firm: Letterhead): Promise<Buffer> => termsBytes(readContent(row), { language: row.language, validFrom: row.valid_from }, firm)

/**
 * Makes each document once per process: what is asked for again is kept by the hash of everything that it shows. A document
 * takes about a tenth of a second, so the few that exist need no thread of their own.
 */
export function termsDocuments(): TermsDocuments {
  const kept = new Map<string, Promise<TermsDocument>>()
  return {
    pdf: (row, firm) => {
      const key = createHash('sha256').update(JSON.stringify([row.language, row.valid_from, firm, row.hash])).digest('base64url')
      const made = kept.get(key) ?? bytesOf(row, firm).then((bytes) => ({ bytes, etag: `"${key}"` }))
      kept.delete(key)
      kept.set(key, made)
      made.catch(() => kept.delete(key))
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(oldest)
      }
      return made
    },
  }
}
