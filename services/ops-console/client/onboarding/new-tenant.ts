import type { TenantSettings } from '@checkin/internal'

/** Steps of the wizard in their order. */
export const pages = ['Begin', 'Brand', 'Languages and contacts', 'Rules', 'Review'] as const

/** What somebody has typed so far. */
export interface NewTenant {
  readonly id: string
  readonly host: string
  /** Id of the tenant that it begins as a copy of; empty for a bare one. */
  readonly source: string
  /** Host whose present versions renters get first. */
  readonly versionsOf: string
  readonly settings: TenantSettings
}

const viewTags = ['adview', 'upview', 'exview', 'uploadview', 'paymentview', 'precheckoutview'] as const

/** A tenant with every step on and nothing of anybody's in it. */
export const bareSettings: TenantSettings = {
  firmName: '', firmLogo: '', cssText: '', cssPrimary: null, primaryBtn: null, currency: 'EUR', timeZone: 'Europe/Lisbon', locales: ['en', 'pt', 'fr'], phone: '', sender: '',
  isUploadAvailable: false, isUploadMandatory: false, isDocumentScanAvailable: false, isSandbox: true, modules: viewTags.map((viewTag) => ({ viewTag, isEnabled: true, skipAllowed: true })),
  offersLayout: 'steps', driverEntry: 'steps', pictureHandOver: false, driverInvitation: false, invitationHours: 48, ticket: false, ticketOffline: true, ticketUndoHours: null, ticketUndoIncludes: [], smsChannel: null,
  fieldRules: { main: { fields: {}, second: {} }, additional: {} }, validatePostalCode: [], validateTaxNumber: [], documentRetentionDays: 30, personalDataRetentionDays: null, pdfRetentionDays: null,
  gateways: [], moneyApprovalAbove: 0, settingsApproval: false, terms: [],
}

/** What a new tenant takes from another: its rules, languages and ways; not its name, logo, contacts, stations and documents, and never real money. Accounts and tokens are no settings, so that no secret is among them. */
export const copiedFrom = ({ help: _help, stations: _stations, ...settings }: TenantSettings): TenantSettings => ({ ...settings, firmName: '', firmLogo: '', phone: '', sender: '', terms: [], gateways: [], isSandbox: true })

const storedAs = 'checkin-new-tenant'

/** What was typed before a reload, in this tab alone; null where nothing was, or it is of another form. */
export function readDraft(storage: Pick<Storage, 'getItem'>): { readonly page: number; readonly typed: NewTenant } | null {
  try {
    const read = JSON.parse(storage.getItem(storedAs) ?? 'null') as { readonly page?: unknown; readonly typed?: Partial<NewTenant> } | null
    const { page, typed } = read ?? {}
    return typeof page === 'number' && pages[page] !== undefined && typeof typed?.id === 'string' && typeof typed.settings === 'object' ? { page, typed: { ...typed, settings: { ...bareSettings, ...typed.settings } } as NewTenant } : null
  } catch {
    return null
  }
}

export const keepDraft = (storage: Pick<Storage, 'setItem'>, draft: { readonly page: number; readonly typed: Partial<NewTenant> }): void => { storage.setItem(storedAs, JSON.stringify(draft)) }
export const forgetDraft = (storage: Pick<Storage, 'removeItem'>): void => { storage.removeItem(storedAs) }
