import type { Tenant } from '../tenants/tenant-store.ts'
import type { TermsFirm } from './terms-pdf.ts'

/** What a tenant's documents show of it. */
export const firmOf = ({ settings: { firmName, firmLogo, cssPrimary, primaryBtn } }: Tenant): TermsFirm =>
  ({ firmName, firmLogo, brand: primaryBtn?.backgroundColor ?? cssPrimary })
