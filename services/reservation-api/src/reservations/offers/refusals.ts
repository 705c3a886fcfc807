import { ServiceError } from '@checkin/server'
import type { Language } from '@checkin/i18n'
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

const messages: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = { en, fr, pt }

/** Refuses a change that the reservation does not allow; pages show the message (OFFERS-18, ERR-30). */
export const cannotUpdate = (language: Language, data: Readonly<Record<string, unknown>> | null = null): ServiceError =>
  new ServiceError(400, 'CannotUpdate', messages[language].CannotUpdate, { data })

/** Refuses a vehicle group whose ages a saved driver does not meet (DEC-98). */
export const ageNotAllowed = (data: Readonly<Record<string, unknown>> | null = null): ServiceError =>
  new ServiceError(400, 'AgeNotAllowed', 'A driver\'s age is not allowed for this vehicle', { data })

/** Refuses more of an extra than is left (OFFERS-18). */
export const outOfStock = (language: Language, extraID: string): ServiceError =>
  new ServiceError(400, 'OutOfStock', messages[language].OutOfStock, { data: { extraID } })
