import type { PaperFirm } from '../papers/paper-page.ts'
import type { Tenant } from '../tenants/tenant-store.ts'

/** What a tenant's papers show of it. */
export const paperFirm = ({ settings: { firmName, firmLogo, primaryBtn, cssPrimary } }: Tenant): PaperFirm =>
  ({ firmName, firmLogo: firmLogo === '' ? null : firmLogo, brand: primaryBtn?.backgroundColor ?? cssPrimary })
