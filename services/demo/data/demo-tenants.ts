import { shortRules, strictRules, usualRules } from './field-rules.ts'

const viewTags = ['adview', 'upview', 'exview', 'uploadview', 'paymentview', 'precheckoutview'] as const
type ViewTag = (typeof viewTags)[number]

/** All steps on and skippable, but for those named. */
const modules = (off: readonly ViewTag[], notSkippable: readonly ViewTag[] = []) =>
  viewTags.map((viewTag) => ({ viewTag, isEnabled: !off.includes(viewTag), skipAllowed: !notSkippable.includes(viewTag) }))

const logo = (svg: string): string => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${svg}</svg>`).toString('base64')

/** A green headland over two waves. */
const costaVerdeLogo = logo('<rect width="64" height="64" rx="14" fill="#090"/><path d="M8 38c10-2 12-18 24-18 9 0 11 10 24 12v6z" fill="#fff"/><path d="M8 46c6-4 10-4 16 0s10 4 16 0 10-4 16 0" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/>')
/** A palm before the sun. */
const islandCarsLogo = logo('<rect width="64" height="64" rx="14" fill="#fff"/><circle cx="40" cy="24" r="14" fill="#ff6a00"/><path d="M24 56c2-14 2-20-2-30" fill="none" stroke="#5a2b00" stroke-width="4" stroke-linecap="round"/><path d="M22 26c-6-6-12-4-14 0 6-2 10 0 14 0zm0 0c0-8 6-12 12-10-4 3-8 6-12 10zm0 0c-4-8 0-14 6-16-1 6-2 11-6 16zm0 0c6-3 12 0 13 6-5-3-9-4-13-6z" fill="#0b6b3a"/>')
/** A lighthouse above the sea, with its beam. */
const norteLogo = logo('<rect width="64" height="64" rx="14" fill="#123c69"/><path d="M27 50l2-26h6l2 26z" fill="#fff"/><path d="M28 24v-5l4-4 4 4v5z" fill="#e63946"/><path d="M37 20l19-6v12z" fill="#ffd166"/><path d="M8 50c6-4 10-4 16 0s10 4 16 0 10-4 16 0" fill="none" stroke="#8ecae6" stroke-width="4" stroke-linecap="round"/>')
/** Two peaks with snow. */
const alpenLogo = logo('<rect width="64" height="64" rx="14" fill="#0b4a8f"/><path d="M6 50l18-30 10 16 6-9 18 23z" fill="#fff"/><path d="M18 30l6-10 6 10-4 3-3-3-3 3z" fill="#9cc3ea"/>')

const bothGateways = [{ code: 'googlepay', name: 'Google Pay' }, { code: 'applepay', name: 'Apple Pay' }, { code: 'card', name: 'Card' }, { code: 'wallet', name: 'Wallet' }]

/** The demo tenants, as `PUT /internal/v1/tenants/{id}` takes them. */
export const demoTenants = [
  {
    id: 'costaverde', host: 'costaverde.localhost', fleetToken: 'demo-fleet-costaverde',
    settings: {
      firmName: 'Costa Verde', firmLogo: costaVerdeLogo, cssText: '', cssPrimary: null, primaryBtn: null,
      currency: 'EUR', timeZone: 'Europe/Lisbon', phone: '+351 289 555 010', help: { chatUrl: 'https://chat.costaverde.example/', hours: '08:00–22:00' }, sender: 'check-in@costaverde.example',
      isUploadAvailable: true, isUploadMandatory: false, isDocumentScanAvailable: true, pictureHandOver: true, ticket: true, ticketUndoHours: 24, ticketUndoIncludes: ['paid', 'upgrade', 'driver'], isSandbox: true, modules: modules([]), fieldRules: usualRules,
      validatePostalCode: ['PT'], validateTaxNumber: ['PT', 'ES', 'FR'], gateways: bothGateways, terms: ['rental', 'privacy'],
    },
  },
  {
    id: 'islandcars', host: 'islandcars.localhost', fleetToken: 'demo-fleet-islandcars',
    settings: {
      firmName: 'Island Cars', firmLogo: islandCarsLogo, cssText: '', cssPrimary: '#ff6a00', primaryBtn: { color: '#ffffff', backgroundColor: '#ff6a00' },
      currency: 'GBP', timeZone: 'Europe/London', phone: '+44 20 7946 0321', sender: 'check-in@islandcars.example',
      isUploadAvailable: true, isUploadMandatory: true, isSandbox: true, modules: modules([], ['paymentview', 'uploadview']), fieldRules: strictRules,
      validatePostalCode: [], validateTaxNumber: ['GB'], gateways: bothGateways, terms: ['rental', 'privacy'],
    },
  },
  {
    id: 'alpen', host: 'alpen.localhost', fleetToken: 'demo-fleet-alpen',
    settings: {
      firmName: 'Alpen', firmLogo: alpenLogo, cssText: '', cssPrimary: '#0b4a8f', primaryBtn: { color: '#ffffff', backgroundColor: '#0b4a8f' },
      currency: 'CHF', timeZone: 'Europe/Zurich', phone: '+41 44 555 02 30', help: { chatUrl: '', hours: 'Mo–Fr 07:30–19:00' }, sender: 'check-in@alpen.example',
      isUploadAvailable: false, isUploadMandatory: false, isSandbox: true,
      modules: modules(['adview', 'upview', 'exview', 'uploadview', 'paymentview', 'precheckoutview']), fieldRules: shortRules,
      validatePostalCode: [], validateTaxNumber: ['CH'], gateways: [], terms: [],
    },
  },
  {
    id: 'norte', host: 'norte.localhost', fleetToken: 'demo-fleet-norte',
    settings: {
      firmName: 'Norte', firmLogo: norteLogo, cssText: '', cssPrimary: '#123c69', primaryBtn: { color: '#ffffff', backgroundColor: '#123c69' },
      currency: 'EUR', timeZone: 'Europe/Lisbon', phone: '+351 22 555 04 40', sender: 'check-in@norte.example',
      isUploadAvailable: true, isUploadMandatory: false, isDocumentScanAvailable: true, pictureHandOver: true, ticket: true, driverInvitation: true, smsChannel: { countries: ['PT', 'ES', 'GB', 'DE', 'FR'], perHour: 100, uses: ['codes', 'links', 'invitations'] }, isSandbox: true, modules: modules([]), offersLayout: 'page', driverEntry: 'scan', locales: ['en', 'pt', 'fr', 'de', 'es', 'it', 'nl', 'ar'], fieldRules: usualRules,
      validatePostalCode: ['PT'], validateTaxNumber: ['PT', 'ES', 'FR'], gateways: bothGateways, terms: ['rental', 'privacy'],
    },
  },
] as const

export type DemoTenantId = (typeof demoTenants)[number]['id']
