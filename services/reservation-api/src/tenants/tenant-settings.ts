import type { Module } from '@checkin/api'
import type { Language } from '@checkin/i18n'
import type { TenantSettings } from '@checkin/internal'

/** Ids of the steps (DEC-27); pre-checkout is known by id 6. */
const ids = { adview: 1, upview: 2, exview: 3, uploadview: 4, paymentview: 5, precheckoutview: 6 } as const

/** The tenant's steps as the contract has them. A step that the tenant does not name is off. */
export const tenantModules = ({ modules }: TenantSettings): Module[] =>
  Object.entries(ids).map(([viewTag, id]) => {
    const module = modules.find((each) => each.viewTag === viewTag)
    return { id, viewTag, isEnabled: module?.isEnabled ?? false, skipAllowed: module?.skipAllowed ?? true }
  })

/** Languages of the pages, mails and documents (DEC-03). */
export const languages: readonly Language[] = ['en', 'pt', 'fr']
