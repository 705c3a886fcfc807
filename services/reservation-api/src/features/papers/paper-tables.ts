import type { Language } from '@checkin/i18n'
import type { Generated } from 'kysely'

export type PaperKind = 'receipt' | 'agreement' | 'signed-agreement'

export interface PaperTables {
  paper: {
    tenant_id: string
    id: string
    reservation_id: string
    kind: PaperKind
    language: Language
    sha256: Buffer
    bytes: number
    sealed_key: Buffer
    created_at: Generated<Date>
  }
}
