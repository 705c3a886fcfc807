import type { Config, Country, DocumentType, ModuleStatus } from '@checkin/api'
import { todayIn, type PlainDate } from '@checkin/forms'
import { $config, $fieldRules, $lists, $moduleStatus, $reservation, $secondLicenceRules, stepTags } from '@checkin/flow'
import { combine } from 'effector'
import type { Switches, Upload } from '../domain/field-switches.ts'
import { tripOf, type Trip } from '../domain/trip.ts'

/** What the rules of every form here depend on. */
export interface Facts {
  readonly trip: Trip | null
  /** Rules of the driver whose turn it is. */
  readonly rules: Switches
  readonly secondRules: Switches
  readonly upload: Upload
  /** The tenant lets the zone of a document be read on the renter's own device. */
  readonly isScanAvailable: boolean
  readonly countries: readonly Country[]
  readonly documentTypes: readonly DocumentType[]
  readonly timeZone: string | undefined
}

/** Images are taken where the tenant takes them and the reservation's upload step is not switched off (DEC-30, DEC-71). */
function uploadOf(config: Config | null, status: readonly ModuleStatus[] | null): Upload {
  const step = [...(status ?? []), ...(config?.modules ?? [])].find(({ viewTag }) => viewTag === stepTags.upload)
  const isAvailable = (config?.isUploadAvailable ?? false) && step?.isEnabled !== false
  return { isAvailable, isMandatory: isAvailable && (config?.isUploadMandatory ?? false) }
}

export const $facts = combine(
  { config: $config, status: $moduleStatus, lists: $lists, rules: $fieldRules, secondRules: $secondLicenceRules, loaded: $reservation },
  ({ config, status, lists, rules, secondRules, loaded }): Facts => ({
    trip: loaded && tripOf(loaded.reservation),
    rules,
    secondRules,
    upload: uploadOf(config, status),
    isScanAvailable: config?.isDocumentScanAvailable ?? false,
    countries: lists.countries ?? [],
    documentTypes: lists.documentTypes ?? [],
    timeZone: config?.timeZone,
  }),
)

/** Today at the rental location. */
export const today = ({ timeZone }: Facts): PlainDate => todayIn(timeZone)
