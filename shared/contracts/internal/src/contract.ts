import { languages } from '@checkin/api/languages'
import { FleetToken, fleetTokenErrors, FleetTokenRequest, FunnelCount, MadeFleetToken } from '@checkin/fleet'
import { SessionEnd } from '@checkin/telemetry'
import * as z from 'zod'
import { endpoint } from './access.ts'
import { AccountAnswer, accountBodies, AccountTrial, AccountTrialResult, type AccountKind } from './accounts.ts'
import { Attention, AttentionHistory, AttentionRequest } from './attention.ts'
import { MoneyOrder, MoneyRequest, ReservationMoney } from './money.ts'
import { DraftDecision, DraftRequest, FullDraft, FullRevision, SettingsHistory } from './settings-drafts.ts'
import { FoundReservation, ReadingReason, RenterDetails, ReservationSearch, SentToRenter, SupportState } from './support.ts'
import { TenantSettings } from './tenant-settings.ts'
import { MailPreviewRequest, ProductTexts, SiteDraft, SiteTexts, WrittenMail } from './text-calls.ts'
import { stationCalls } from './station-calls.ts'
import { termsCalls } from './terms-calls.ts'

const TenantId = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/).meta({ description: 'Id of the tenant.' })
const tenant = z.object({ id: TenantId })
const anyTenant = z.object({ id: z.string().meta({ description: 'Id of the tenant.' }) })
const noTenant = { status: 404, code: 'NotFound' }
const moment = z.string().meta({ description: 'ISO 8601 in UTC.' })

const TenantBody = z.strictObject({
  id: z.string().optional().meta({ description: 'May repeat the id of the address.' }),
  host: z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/).max(253).meta({ description: 'Host name of the tenant\'s site.' }),
  settings: TenantSettings,
  fleetToken: z.string().min(12).max(200).nullable().default(null).meta({ description: 'Token of the company\'s own system; null keeps the former one.' }),
})

const known = { id: z.string(), host: z.string(), revision: z.int(), changedAt: moment }

/** A tenant as operators change it. */
export const TenantForOperators = z.object({ ...known, settings: TenantSettings }).meta({ id: 'TenantForOperators' })
export type TenantForOperators = z.infer<typeof TenantForOperators>

/** A tenant in a list: what it is told apart by, without its settings. Null is what stored settings that cannot be read do not say. */
export const TenantSummary = z.object({
  ...known, firmName: z.nullable(z.string()), currency: z.nullable(z.string()), timeZone: z.nullable(z.string()),
  steps: z.int().meta({ description: 'Steps that are on.' }), gateways: z.array(z.string()).meta({ description: 'Names of its ways to pay.' }),
}).meta({ id: 'TenantSummary' })
export type TenantSummary = z.infer<typeof TenantSummary>

const unusableTexts = { status: 422, code: 'UnusableTexts' }
const unusableLogo = { status: 422, code: 'UnusableLogo' }

const accountPath = '/internal/v1/tenants/:id/accounts'
const putAccount = <Kind extends AccountKind, const Name extends string>(kind: Kind, name: Name) => endpoint({
  name, method: 'PUT', path: `${accountPath}/${kind}`, summary: `Stores a company's own account (${kind}); what is secret is sealed and never answered`, access: 'operator',
  params: anyTenant, body: accountBodies[kind], bodyLimit: 16 * 1024, answer: AccountAnswer, errors: [noTenant],
})
const accountParams = anyTenant.extend({ kind: z.string().meta({ description: 'card, wallet, sign, mail, events, sms, apple-wallet or google-wallet.' }) })

const fleetTokenPath = '/internal/v1/tenants/:id/fleet-tokens'
const moneyPath = '/internal/v1/tenants/:id/reservations/:reference/money'
const moneyParams = anyTenant.extend({ reference: z.string().min(1).max(40).meta({ description: 'What the renter knows the reservation by.' }) })

const supportPath = '/internal/v1/tenants/:id/reservations/:reference/support'
const supportErrors = [noTenant, { status: 404, code: 'ReservationNotFound' }]
const resendErrors = [...supportErrors, { status: 409, code: 'HasRentalAgreement' }, { status: 409, code: 'NoAddress' }, { status: 429, code: 'TooManyRequests' }]

const settingsPath = '/internal/v1/tenants/:id/settings'
const draftPath = `${settingsPath}/drafts/:draftId`
const revisionParams = anyTenant.extend({ revision: z.coerce.number<number | string>().int().min(1) })
const draftParams = anyTenant.extend({ draftId: z.uuid() })
const outdated = { status: 412, code: 'RevisionChanged' }
const needsSecondPerson = { status: 409, code: 'NeedsSecondPerson' }
const draftClosed = { status: 409, code: 'DraftClosed' }

const attentionPath = '/internal/v1/tenants/:id/attention/:item'
const attentionParams = anyTenant.extend({ item: z.string().regex(/^[\w-]{22}$/).meta({ description: 'Id of the piece of work.' }) })

const rowsOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row) })

/** One change of a tenant's settings or accounts, without values. */
export const TenantChange = z.object({ host: z.string(), revision: z.int(), at: moment, actor: z.string(), fields: z.array(z.string()) }).meta({ id: 'TenantChange' })
export type TenantChange = z.infer<typeof TenantChange>

const Settlement = z.strictObject({
  records: z.array(z.strictObject({ merchantTransactionId: z.string().min(1).max(100), amount: z.number().min(0).max(10_000_000).multipleOf(0.0001), currency: z.string().regex(/^[A-Z]{3}$/) })).max(10_000),
})

const Discrepancy = z.object({
  kind: z.string(), provider: z.string(), merchantTransactionId: z.string(), expected: z.record(z.string(), z.unknown()), reported: z.record(z.string(), z.unknown()), foundAt: moment,
}).meta({ id: 'Discrepancy', description: 'Where our books and the provider differ; nothing personal.' })

/** Calls of the reservation API that only this installation's own services, its operators and its providers make. */
export const internalContract = {
  listTenants: endpoint({
    name: 'listTenants', method: 'GET', path: '/internal/v1/tenants', summary: 'Every tenant, and those whose settings cannot be read', access: 'operator',
    answer: z.object({ tenants: z.array(TenantForOperators), unreadable: z.array(z.object({ ...known, problem: z.string().meta({ description: 'What is wrong, by field and without values.' }) })) }), errors: [],
  }),
  listTenantSummaries: endpoint({
    name: 'listTenantSummaries', method: 'GET', path: '/internal/v1/tenant-summaries', summary: 'Every tenant without its settings, by id', access: 'operator', answer: z.object({ tenants: z.array(TenantSummary) }), errors: [],
  }),
  getTenant: endpoint({
    name: 'getTenant', method: 'GET', path: '/internal/v1/tenants/:id', summary: 'One tenant with its settings; 503 while they cannot be read', access: 'operator', params: anyTenant, answer: TenantForOperators, errors: [noTenant],
  }),
  putTenant: endpoint({
    name: 'putTenant', method: 'PUT', path: '/internal/v1/tenants/:id', summary: 'Creates or replaces a tenant; what an operator changed, a start of the demo leaves alone', access: 'operator',
    params: tenant, body: TenantBody, bodyLimit: 1024 * 1024, ifMatch: 'optional', answer: z.object({ id: z.string(), host: z.string(), revision: z.optional(z.int()) }),
    errors: [{ status: 409, code: 'CannotUpdate' }, needsSecondPerson, outdated, unusableTexts, unusableLogo],
  }),
  getSettingsHistory: endpoint({
    name: 'getSettingsHistory', method: 'GET', path: settingsPath, summary: 'Revisions and drafts of a tenant\'s settings, newest first, without values', access: 'operator', params: anyTenant,
    answer: SettingsHistory, errors: [noTenant],
  }),
  getSettingsRevision: endpoint({
    name: 'getSettingsRevision', method: 'GET', path: `${settingsPath}/revisions/:revision`, summary: 'One revision with its values', access: 'operator', params: revisionParams, answer: FullRevision, errors: [noTenant],
  }),
  restoreSettings: endpoint({
    name: 'restoreSettings', method: 'POST', path: `${settingsPath}/revisions/:revision/restore`, access: 'operator',
    summary: 'Back to the revision before the present one, at once and by one person; an older one is restored by a draft',
    params: revisionParams, ifMatch: 'required', answer: z.object({ revision: z.int() }), errors: [noTenant, { status: 409, code: 'NotTheLast' }, needsSecondPerson, outdated],
  }),
  getSettingsDraft: endpoint({
    name: 'getSettingsDraft', method: 'GET', path: draftPath, summary: 'A draft with what it was made against and what it would bring', access: 'operator', params: draftParams, answer: FullDraft, errors: [noTenant],
  }),
  putSettingsDraft: endpoint({
    name: 'putSettingsDraft', method: 'PUT', path: draftPath, summary: 'Keeps settings that nobody is served by yet, against the present revision; the same id again replaces them until it is submitted', access: 'operator',
    params: draftParams, body: DraftRequest, bodyLimit: 1024 * 1024, ifMatch: 'required', answer: FullDraft, errors: [noTenant, draftClosed, outdated, unusableTexts, unusableLogo],
  }),
  decideSettingsDraft: endpoint({
    name: 'decideSettingsDraft', method: 'POST', path: `${draftPath}/decision`, access: 'operator',
    summary: 'Submits a draft at once or for its hour, approves it as a second person, or gives it up; the same again answers how it stands',
    params: draftParams, body: DraftDecision, answer: FullDraft, errors: [noTenant, draftClosed, { status: 403, code: 'SamePerson' }],
  }),
  listProductTexts: endpoint({
    name: 'listProductTexts', method: 'GET', path: '/internal/v1/texts/:language', summary: 'The product\'s texts of a language by id, which companies may word themselves', access: 'operator',
    params: z.object({ language: z.enum(languages) }), answer: ProductTexts, errors: [],
  }),
  previewMail: endpoint({
    name: 'previewMail', method: 'POST', path: '/internal/v1/tenants/:id/mails/:mail/preview', access: 'operator',
    summary: 'A mail as a company would send it with these texts, with example data; nothing is sent or kept',
    params: anyTenant.extend({ mail: z.string().max(40) }), body: MailPreviewRequest, bodyLimit: 256 * 1024, answer: WrittenMail, errors: [noTenant, unusableTexts],
  }),
  listSiteTexts: endpoint({
    name: 'listSiteTexts', method: 'GET', path: '/internal/v1/site/texts', summary: 'Texts that companies word themselves, of every company that has some', access: 'site', answer: SiteTexts, errors: [{ status: 404, code: 'NotFound' }],
  }),
  getSiteDraft: endpoint({
    name: 'getSiteDraft', method: 'GET', path: '/internal/v1/site/drafts/:draftId', summary: 'What a draft of settings would show at the site of the host that is called, for a signed preview (DEC-326)', access: 'site',
    params: z.object({ draftId: z.uuid() }), answer: SiteDraft, errors: [{ status: 404, code: 'NotFound' }],
  }),
  getAccount: endpoint({
    name: 'getAccount', method: 'GET', path: `${accountPath}/:kind`, summary: 'A company\'s account, without its secrets', access: 'operator', params: accountParams, answer: AccountAnswer, errors: [noTenant],
  }),
  putCardAccount: putAccount('card', 'putCardAccount'),
  putWalletAccount: putAccount('wallet', 'putWalletAccount'),
  putSignAccount: putAccount('sign', 'putSignAccount'),
  putMailAccount: putAccount('mail', 'putMailAccount'),
  putEventsAccount: putAccount('events', 'putEventsAccount'),
  putSmsAccount: putAccount('sms', 'putSmsAccount'),
  putAppleWalletAccount: putAccount('apple-wallet', 'putAppleWalletAccount'),
  putGoogleWalletAccount: putAccount('google-wallet', 'putGoogleWalletAccount'),
  tryAccount: endpoint({
    name: 'tryAccount', method: 'POST', path: '/internal/v1/account-trials', summary: 'Asks a provider something that changes nothing there, with an account that is not stored by it', access: 'operator',
    body: AccountTrial, bodyLimit: 16 * 1024, answer: AccountTrialResult, errors: [],
  }),
  putTriedAccount: endpoint({
    name: 'putTriedAccount', method: 'PUT', path: '/internal/v1/tenants/:id/account-trials', summary: 'Stores an account that works: it is tried first, and one that fails changes nothing', access: 'operator',
    params: anyTenant, body: AccountTrial, bodyLimit: 16 * 1024, answer: AccountAnswer, errors: [noTenant, { status: 422, code: 'AccountFails' }],
  }),
  removeAccount: endpoint({
    name: 'removeAccount', method: 'DELETE', path: `${accountPath}/:kind`, summary: 'Switches this way off, also where the environment has an account', access: 'operator',
    params: accountParams, answer: AccountAnswer, errors: [noTenant],
  }),
  listFleetTokens: endpoint({
    name: 'listFleetTokens', method: 'GET', path: fleetTokenPath, summary: 'Tokens of a company\'s own system that hold, never the tokens themselves', access: 'operator', params: anyTenant,
    answer: z.object({ tokens: z.array(FleetToken) }), errors: [noTenant],
  }),
  createFleetToken: endpoint({
    name: 'createFleetToken', method: 'POST', path: fleetTokenPath, summary: 'Makes a token beside the present one; two hold at most. It is shown this once', access: 'operator', params: anyTenant,
    body: FleetTokenRequest, answer: MadeFleetToken, statuses: [201], errors: [noTenant, fleetTokenErrors.tooMany],
  }),
  revokeFleetToken: endpoint({
    name: 'revokeFleetToken', method: 'DELETE', path: `${fleetTokenPath}/:tokenId`, summary: 'Ends a token at once, also the last one', access: 'operator',
    params: anyTenant.extend({ tokenId: z.uuid() }), answer: 'none', errors: [noTenant],
  }),
  ...termsCalls,
  ...stationCalls,
  countCheckIns: endpoint({
    name: 'countCheckIns', method: 'GET', path: '/internal/v1/check-ins', summary: 'Today\'s check-ins by tenant', access: 'operator',
    answer: rowsOf(z.object({ host: z.string(), started: z.int().meta({ description: 'Reservations that somebody opened.' }), completed: z.int() })), errors: [],
  }),
  countOfferAnswers: endpoint({
    name: 'countOfferAnswers', method: 'GET', path: '/internal/v1/funnel', summary: 'How renters answered offers, by tenant', access: 'operator', answer: rowsOf(z.object({ host: z.string(), ...FunnelCount.shape })), errors: [],
  }),
  listAttention: endpoint({
    name: 'listAttention', method: 'GET', path: '/internal/v1/attention', summary: 'What no machine will put right by itself', access: 'operator', answer: rowsOf(Attention), errors: [],
  }),
  getAttention: endpoint({
    name: 'getAttention', method: 'GET', path: attentionPath, summary: 'One of them with what was done about it', access: 'operator', params: attentionParams, answer: AttentionHistory, errors: [noTenant],
  }),
  changeAttention: endpoint({
    name: 'changeAttention', method: 'POST', path: attentionPath, access: 'operator',
    summary: 'Assigns it, comments on it, says until when, resolves it for one of the reasons, or takes that back. What goes by itself is not resolved by hand',
    params: attentionParams, body: AttentionRequest, ifMatch: 'required', answer: AttentionHistory,
    errors: [noTenant, { status: 409, code: 'EndsByItself' }, { status: 409, code: 'AlreadyResolved' }, { status: 412, code: 'RevisionChanged' }],
  }),
  listTenantChanges: endpoint({
    name: 'listTenantChanges', method: 'GET', path: '/internal/v1/tenant-changes', summary: 'The newest changes of settings and accounts', access: 'operator', answer: rowsOf(TenantChange), errors: [],
  }),
  getReservationMoney: endpoint({
    name: 'getReservationMoney', method: 'GET', path: moneyPath, summary: 'Payments, holds, ledger and orders of a reservation', access: 'operator',
    params: moneyParams, answer: ReservationMoney, errors: [noTenant, { status: 404, code: 'ReservationNotFound' }],
  }),
  orderMoney: endpoint({
    name: 'orderMoney', method: 'PUT', path: `${moneyPath}/orders/:orderId`, access: 'operator',
    summary: 'Orders a refund, a capture, a release or a renewal; above the tenant\'s limit it waits for a second person. The same again answers how it stands',
    params: moneyParams.extend({ orderId: z.uuid() }), body: MoneyRequest, answer: MoneyOrder,
    errors: [noTenant, { status: 404, code: 'ReservationNotFound' }, { status: 409, code: 'OrderExists' }, { status: 409, code: 'NothingHeld' }],
  }),
  listMoneyOrders: endpoint({
    name: 'listMoneyOrders', method: 'GET', path: '/internal/v1/money-orders', summary: 'Orders that wait for a second person, or were approved and not begun', access: 'operator',
    answer: rowsOf(z.object({ host: z.string(), tenant: z.string(), ...MoneyOrder.shape })), errors: [],
  }),
  decideMoneyOrder: endpoint({
    name: 'decideMoneyOrder', method: 'POST', path: '/internal/v1/tenants/:id/money-orders/:orderId/decision', access: 'operator',
    summary: 'A second person approves an order, which begins it, or rejects it; whoever ordered may withdraw it',
    params: anyTenant.extend({ orderId: z.uuid() }), body: z.strictObject({ approve: z.boolean() }), answer: MoneyOrder,
    errors: [noTenant, { status: 403, code: 'SamePerson' }, { status: 409, code: 'AlreadyDecided' }],
  }),
  findReservations: endpoint({
    name: 'findReservations', method: 'POST', path: '/internal/v1/tenants/:id/reservation-search', summary: 'Finds reservations by what a renter tells; each that is found is written down as read', access: 'operator',
    params: anyTenant, body: ReservationSearch, answer: z.object({ ...rowsOf(FoundReservation).shape, more: z.boolean().meta({ description: 'There are more than 20.' }) }), errors: [noTenant],
  }),
  getSupportState: endpoint({
    name: 'getSupportState', method: 'GET', path: supportPath, summary: 'What is done and what is missing, messages, sessions and payments without card data; the reading is written down', access: 'operator',
    params: moneyParams, answer: SupportState, errors: supportErrors,
  }),
  readRenterDetails: endpoint({
    name: 'readRenterDetails', method: 'POST', path: `${supportPath}/details`, summary: 'Names, addresses and telephone numbers of who rents; the reading is written down with its reason', access: 'operator',
    params: moneyParams, body: ReadingReason, answer: RenterDetails, errors: supportErrors,
  }),
  resendLink: endpoint({
    name: 'resendLink', method: 'POST', path: `${supportPath}/link`, summary: 'Mails the renter a link to go on with, to the address on file and no other; the link before it ends', access: 'operator',
    params: moneyParams, answer: SentToRenter, errors: [...resendErrors, { status: 409, code: 'ReadOnlySession' }],
  }),
  resendCode: endpoint({
    name: 'resendCode', method: 'POST', path: `${supportPath}/code`, summary: 'Mails another code for the page that waits for one; the code before it is void, and nobody here sees it', access: 'operator',
    params: moneyParams, answer: SentToRenter, errors: [...resendErrors, { status: 409, code: 'NothingWaits' }],
  }),
  compareSettlement: endpoint({
    name: 'compareSettlement', method: 'POST', path: '/internal/v1/tenants/:id/settlements/:gateway', summary: 'Compares a provider\'s settlement file with our books', access: 'operator',
    params: anyTenant.extend({ gateway: z.string().meta({ description: 'Code of the payment gateway.' }) }), body: Settlement, bodyLimit: 4 * 1024 * 1024,
    answer: z.object({ differences: z.array(z.object({ merchantTransactionId: z.string(), kind: z.string() })) }), errors: [noTenant],
  }),
  listDiscrepancies: endpoint({
    name: 'listDiscrepancies', method: 'GET', path: '/internal/v1/tenants/:id/breaks', summary: 'Differences between our books and a provider that nobody has settled', access: 'operator', params: anyTenant,
    answer: z.object({ breaks: z.array(Discrepancy) }), errors: [noTenant],
  }),
  endSession: endpoint({
    name: 'endSession', method: 'POST', path: '/internal/v1/session/end', summary: 'The renter left: ends the session of the cookie (DEC-85), or nothing when it is of another reservation than the page\'s (DEC-18)', access: 'site',
    body: SessionEnd.nullish(), answer: 'none', errors: [{ status: 404, code: 'NotFound' }, { status: 409, code: 'OtherReservation' }],
  }),
  receiveCallback: endpoint({
    name: 'receiveCallback', method: 'POST', path: '/provider/v1/:provider/callback/:tenantId', summary: 'A payment provider reports; the signature over the very bytes is all the proof there is', access: 'provider',
    params: z.object({ provider: z.string(), tenantId: z.string() }), body: 'text', answer: 'text', errors: [{ status: 401, code: 'Unauthorized' }, { status: 404, code: 'NotFound' }],
  }),
  receiveSignature: endpoint({
    name: 'receiveSignature', method: 'POST', path: '/provider/v1/sign/callback/:tenantId', summary: 'The signature provider reports; what it says is asked for again', access: 'provider',
    params: z.object({ tenantId: z.string() }), body: 'text', answer: 'text', errors: [{ status: 401, code: 'Unauthorized' }],
  }),
  receiveSmsReport: endpoint({
    name: 'receiveSmsReport', method: 'POST', path: '/provider/v1/sms/callback/:tenantId', summary: 'The provider of text messages reports what became of one; the signature is all the proof there is', access: 'provider',
    params: z.object({ tenantId: z.string() }), body: 'text', answer: 'text', errors: [{ status: 401, code: 'Unauthorized' }],
  }),
} as const
