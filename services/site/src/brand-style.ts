import { brandStyle as styleOf } from '@checkin/ui/brand'
import type { TenantPage } from './tenant-pages.ts'

/** Custom properties of a tenant's colours, past the contrast guard; the defaults where the tenant names none (SHELL-64). */
export const brandStyle = ({ config }: TenantPage): string =>
  styleOf({ cssPrimary: config.cssPrimary ?? undefined, primaryBtn: config.primaryBtn ?? undefined })
