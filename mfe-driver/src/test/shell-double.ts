import type { Config, DocumentType, Draft, DraftForm, Driver, FieldRules } from '@checkin/api'
import { getDraftFx, keepDraftFormFx } from '@checkin/api/client'
import { aConfig, aDriver, aReservation, defaultAnswers, fakeApi, type FakeApi, type Fakes } from '@checkin/api/testing'
import { $config, $flow, $lists, $mode, $reservation, $session, $summary } from '@checkin/flow/publish/shell'
import type { FlowValue, Mode } from '@checkin/flow'
import { fork, type Scope } from 'effector'
import { withPrefix } from '@checkin/driver-rules/images'
import { findRentalFx } from '../forms/likely-countries.ts'
import { prepareImageFx } from '../images/prepare-image.ts'
import { scanDocumentFx } from '../scan/scan.model.ts'
import type { ScreenName, StepVisit } from '@checkin/remote'
import type { DocumentReading, IdentityReading, LicenceReading, ScanKind, ScanResult } from '@checkin/document-scan'
import { readPictureFx } from '../photos/photos.model.ts'
import { invitationHandlers, type InvitationFakes } from './invitation-double.ts'
import { phoneHandlers, type PhoneFakes } from './phone-double.ts'

export type { PhoneFakes } from './phone-double.ts'

type Rule = FieldRules['additional'][string]
const shown: Rule = { visible: true, mandatory: true }
const personFields = ['name', 'surname', 'address', 'countryId', 'zipCode', 'city', 'taxNumber', 'birthDate', 'birthPlace', 'email', 'mobile'] as const
const documentFields = ['idType', 'id', 'issueDate', 'expiryDate', 'issuePlace'] as const
const licenceFields = ['id', 'issueDate', 'expiryDate', 'issuePlace', 'issueCountry'] as const

const all = (names: readonly string[], rule: Rule = shown): Record<string, Rule> => Object.fromEntries(names.map((name) => [name, rule]))
const prefixed = (group: string, names: readonly string[]): string[] => names.map((name) => `${group}.${name}`)

/** Rules that show and want every field. */
export const allRules = (change: Readonly<Record<string, Rule>> = {}): Record<string, Rule> =>
  ({ ...all(personFields), ...all(prefixed('document', documentFields)), ...all(prefixed('driverLicense', licenceFields)), ...change })

export const rulesOf = (main = allRules(), second: Record<string, Rule> = all(licenceFields), additional = allRules()): FieldRules => ({ main: { ...main, second }, additional })

export interface PageOptions {
  readonly api?: Fakes
  readonly flow?: FlowValue
  readonly mode?: Mode
  readonly config?: Partial<Config>
  readonly rules?: FieldRules
  readonly driver?: Driver | null
  readonly addDriver?: Driver | null
  /** What the server kept of an earlier device. */
  readonly draft?: Draft['forms']
  /** The server cannot keep drafts. */
  readonly isKeepingBroken?: boolean
  readonly guid?: string
  /** What reading a document on the device finds; no engine is needed. */
  readonly scan?: (picture: File) => DocumentReading | null | Promise<DocumentReading | null>
  /** What a picture of a document gives, by the kind that is looked for. */
  readonly read?: (kind: ScanKind, picture: File) => ScanResult<IdentityReading | LicenceReading> | Promise<ScanResult<IdentityReading | LicenceReading>>
  /** What the calls about pictures by phone answer (DEC-204). */
  readonly phone?: PhoneFakes
  /** What the calls about invitations answer (DEC-209). */
  readonly invitation?: InvitationFakes
  /** The tenant's types of document. */
  readonly documentTypes?: readonly DocumentType[]
  /** What preparing a chosen file gives; no canvas is needed. */
  readonly image?: (file: File) => string | Promise<string>
  /** The address of what is shown of it, without which it is the same picture. */
  readonly preview?: (file: File) => string | Promise<string>
}

/** A tenant whose drivers begin with pictures (DEC-176). */
export const scanFirst = { isDocumentScanAvailable: true, driverEntry: 'scan' } as const

const proven = (value: string) => ({ value, isProven: true })
const seen = (value: string) => ({ value, isProven: false })
/** What is read of nobody's passport and licence, by kind. */
export const specimens = {
  identity: { kind: 'identity', documentKind: 'passport', number: proven('L898902C3'), expiryDate: proven('2032-04-15'), birthDate: proven('1990-05-01'), issuingCountry: seen('PT'), nameMatches: true },
  licence: { kind: 'licence', number: seen('P-987654'), birthDate: seen('1990-05-01'), issueDate: seen('2015-06-01'), expiryDate: seen('2035-06-01'), issuingCountry: seen('PT'), nameMatches: true },
} as const satisfies { readonly identity: IdentityReading; readonly licence: LicenceReading }

export const pickUp = '2026-12-01'
export const dropOff = '2026-12-05'

export interface Page {
  readonly scope: Scope
  /** Calls but those about drafts, which come by themselves. */
  readonly api: FakeApi
  /** Forms that were kept on the server, in order. */
  readonly kept: readonly DraftForm[]
  /** Calls about pictures by phone, in order. */
  readonly phoneCalls: readonly { readonly name: string; readonly input: unknown }[]
}

/** A page of Costa Verde in Lisbon time, picked up on 1 December 2026, returned on the 5th; the group takes drivers from 21 to 75. */
export function aPage({ api = {}, flow = 'normal', mode = 'main', config = {}, rules = rulesOf(), driver = aDriver(), addDriver = null, image = () => 'UklGRg==', preview, draft = [], isKeepingBroken = false, guid = 'guid-of-cv1001', scan = () => null, read = () => ({ kind: 'failed' }), phone = {}, invitation = {}, documentTypes = defaultAnswers.listDocumentTypes }: PageOptions = {}): Page {
  const fake = fakeApi(api)
  const kept: DraftForm[] = []
  const prepared = async (file: File) => {
    const sent = await image(file)
    return { image: sent, preview: await preview?.(file) ?? withPrefix(sent) }
  }
  const phoneCalls: { readonly name: string; readonly input: unknown }[] = []
  const ok = <Data>(data: Data) => ({ data, hasError: false as const, status: 200, error: null })
  const { reservation } = aReservation({
    checkOut: { dateAndTime: `${pickUp}T10:30`, place: 'Faro Airport' }, checkIn: { dateAndTime: `${dropOff}T18:00`, place: 'Faro Airport' }, driver, addDriver,
  })
  const lists = { countries: defaultAnswers.listCountries, documentTypes, nationalities: null, fields: rules }
  const scope = fork({
    values: [
      [$config, aConfig({ timeZone: 'Europe/Lisbon', ...config })], [$flow, flow], [$mode, mode], [$lists, lists], [$summary, null],
      [$session, { guid, sessionKey: 'session-key-1', kind: 'code', termsAccepted: true }],
      [$reservation, { reservation, driver, addDriver, rowVersion: 1 }],
    ],
    handlers: [
      ...fake, ...phoneHandlers(phone, phoneCalls), ...invitationHandlers(invitation, phoneCalls), [prepareImageFx, prepared], [findRentalFx, () => ['PT']], [scanDocumentFx, scan], [readPictureFx, ({ file, kind }: { readonly file: File; readonly kind: ScanKind }) => read(kind, file)], [getDraftFx, () => ok({ forms: draft })],
      [keepDraftFormFx, ({ body }: { readonly body: DraftForm }) => {
        kept.push(body)
        if (isKeepingBroken) throw new TypeError('nobody answers')
        return ok({ kept: true })
      }],
    ],
  })
  return { scope, api: fake, kept, phoneCalls }
}

/** Calls of one name that reached the API. */
export const callsOf = ({ api }: Page, name: string): readonly unknown[] => api.calls.filter((call) => call.name === name).map(({ input }) => input)

export const visit = (name: ScreenName, query: Readonly<Record<string, string>> = {}): StepVisit => ({ name, params: {}, query })
