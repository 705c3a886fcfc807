import type { Generated } from 'kysely'

export interface DraftTables {
  form_draft: {
    tenant_id: string
    reservation_id: string
    form: string
    /** JSON of texts by field, sealed for this very row. */
    sealed_texts: Buffer
    updated_at: Generated<Date>
  }
}
