import type { Missing } from '@checkin/api'
import type { Objection } from '../driver/driver-objections.ts'

/** The driver's screens in the order in which they follow each other. */
const screens = ['verify-driver', 'driver-details', 'driver-contact', 'driver-document', 'driver-document-license'] as const
type DriverScreen = (typeof screens)[number]

/** The screen on which a field of POST /driver is given. */
function screenOf(path: string): DriverScreen {
  const [, field = ''] = path.split('.')
  if (field === 'driverLicense' || field === 'secondDriverLicense') return 'driver-document-license'
  if (field === 'document') return 'driver-document'
  return field.startsWith('mobile') || field === 'email' ? 'driver-contact' : 'driver-details'
}

/** What speaks against the stored driver, by the screen on which it is mended, the first screen first. Nobody stored begins where drivers are found. */
export function driverLacks(objections: readonly Objection[], isStored: boolean): readonly Missing[] {
  const persons = objections.flatMap(({ code }) => (code === 'AgeNotAllowed' || code === 'Undesirable' ? [{ code, step: 'verify-driver', ...(code === 'AgeNotAllowed' && { fields: ['driver.birthDate'] }) }] : []))
  const paths = objections.flatMap((objection) => {
    if (objection.code === 'EmailInUse') return ['driver.email']
    return objection.code === 'InvalidRequest' ? objection.problems.map(({ path }) => path) : []
  })
  const fields = [...new Set(paths)]
  if (!isStored) return [...persons, { code: 'DriverDataMissing', step: 'verify-driver', fields }]
  return [...persons, ...screens.flatMap((step) => {
    const own = fields.filter((path) => screenOf(path) === step)
    return own.length > 0 ? [{ code: 'DriverDataMissing', step, fields: own }] : []
  })]
}
