import { ServiceError } from '@checkin/server'
import type { Language } from '@checkin/i18n'
import { offerMessages } from './messages.ts'

/** Refuses a change that the reservation does not allow; pages show the message (OFFERS-18, ERR-30). */
export const cannotUpdate = (language: Language, data: Readonly<Record<string, unknown>> | null = null): ServiceError =>
  new ServiceError(400, 'CannotUpdate', offerMessages[language].CannotUpdate, { data })

/** Refuses a vehicle group whose ages a saved driver does not meet (DEC-98). */
export const ageNotAllowed = (data: Readonly<Record<string, unknown>> | null = null): ServiceError =>
  new ServiceError(400, 'AgeNotAllowed', 'A driver\'s age is not allowed for this vehicle', { data })

/** Refuses more of an extra than is left (OFFERS-18). */
export const outOfStock = (language: Language, extraID: string): ServiceError =>
  new ServiceError(400, 'OutOfStock', offerMessages[language].OutOfStock, { data: { extraID } })
