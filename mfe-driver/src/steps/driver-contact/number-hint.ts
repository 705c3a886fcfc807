import type { FormModel } from '@checkin/forms'
import { createEffect, createStore, sample } from 'effector'
import type { ContactField } from './form.ts'

/** Whether a number is one that the prefix's countries hand out. The tables come when the first number is typed. */
export const lookAtNumberFx = createEffect(async (number: string): Promise<{ readonly number: string; readonly isPossible: boolean }> => {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return { number, isPossible: parsePhoneNumberFromString(number)?.isPossible() ?? false }
})

const enoughDigits = 4

/** A soft word about an odd number: the rule stays 6 to 12 digits (DRIVER-36), so it never stops anybody. */
export function createNumberHint(form: FormModel<ContactField>) {
  const $number = form.$values.map(({ mobilePrefix, mobile }) => (mobilePrefix === '' || mobile.length < enoughDigits ? '' : `+${mobilePrefix}${mobile}`))
  const $numberLooksOdd = createStore(false).on($number, () => false)
  sample({ clock: $number, filter: (number) => number !== '', target: lookAtNumberFx })
  const looked = sample({ clock: lookAtNumberFx.doneData, source: $number, filter: (number, looking) => looking.number === number, fn: (_, { isPossible }) => !isPossible })
  $numberLooksOdd.on(looked, (_, odd) => odd)
  return $numberLooksOdd
}
