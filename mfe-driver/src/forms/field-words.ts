import { useWords, type Translate } from '@checkin/i18n'
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { $facts } from './facts.ts'

/** Words of the module in which errors of the birth date name the ages that the vehicle group really allows, in years at pick-up (DRIVER-06). */
export function useDriverWords(): Translate {
  const words = useWords('mfe-driver')
  const { trip } = useUnit($facts)
  return useMemo((): Translate => (key, params) => {
    if (key === 'FieldsError.birthDate.AgeNotAllowed' && trip) return words('Age.notAllowed', { ...trip.years })
    if (key === 'FieldsError.birthDate.MinRequired' && trip) return words('Age.tooOld', { ...trip.years })
    return words(key, params)
  }, [words, trip])
}

/** On the screen of a licence the number that is missing is the licence's, of the first or the second one. */
export const licenceWords = (words: Translate): Translate => (key, params) =>
  words(key === 'FieldsError.id.Required' || key === 'FieldsError.second.id.Required' ? 'FieldsError.driverLicense.Required' : key, params)
