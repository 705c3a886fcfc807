import type { Driver } from '@checkin/api'
import type { FormValues } from '@checkin/forms'
import type { Identity } from './same-driver.ts'

/** Who a driver on file is. */
export const identityOf = ({ id, name, surname, birthDate, driverLicense }: Pick<Driver, 'id' | 'name' | 'surname' | 'birthDate' | 'driverLicense'>): Identity =>
  ({ id, name: name ?? '', surname: surname ?? '', birthDate: birthDate ?? '', licence: driverLicense?.id ?? '' })

/** Who a driver is as typed; an id is not known yet. */
export const identityTyped = (typed: FormValues<'name' | 'surname' | 'birthDate' | 'driversLicense'>): Identity =>
  ({ id: 0, name: typed.name, surname: typed.surname, birthDate: typed.birthDate, licence: typed.driversLicense })
