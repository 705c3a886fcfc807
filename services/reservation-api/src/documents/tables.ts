import type { Language } from '@checkin/i18n'
import type { Generated } from 'kysely'

export type DocumentRole = 'main' | 'additional'
export type DocumentPart = 'document' | 'licence' | 'second_licence'
export type DocumentSide = 'front' | 'back'

export type PdfKind = 'receipt' | 'agreement' | 'signed-agreement' | 'credit-note'

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables {
  document_tenant_key: {
    tenant_id: string
    sealed_key: Buffer
    /** Key that wraps it; null is the document key itself, which all were wrapped with before there was a file of keys. */
    wrapped_with: Generated<string | null>
    created_at: Generated<Date>
  }
  document_image: {
    tenant_id: string
    id: string
    reservation_id: string
    role: DocumentRole
    part: DocumentPart
    side: DocumentSide
    sealed_key: Buffer
    bytes: number
    created_at: Generated<Date>
  }
  document_remains: {
    tenant_id: string
    id: string
  }
  paper: {
    tenant_id: string
    id: string
    reservation_id: string
    kind: PdfKind
    language: Language
    sha256: Buffer
    bytes: number
    sealed_key: Buffer
    created_at: Generated<Date>
  }
}
