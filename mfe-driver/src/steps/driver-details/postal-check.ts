import type { ApiFailure } from '@checkin/api'
import { isRefused } from '@checkin/async/failures'
import { createTimer } from '@checkin/async/timer'
import { attach, combine, createEffect, createStore, sample, type Event } from 'effector'
import { publishEnd } from '../../failures.ts'
import type { DetailsCalls, PostalQuery } from '../../forms/details-calls.ts'
import type { DriverForms } from '../../forms/driver-forms.ts'

/** Milliseconds after the last key before the server is asked (CONST-21). */
export const postalPause = 1000

/** What is known about one zip code; a service that does not answer makes nothing wrong (DEC-32). */
interface Answer extends PostalQuery {
  readonly outcome: 'found' | 'none' | 'unanswered'
  /** Empty unless found. */
  readonly city: string
}

export const isAnswerTo = (answer: Answer | null, { zipCode, countryId }: PostalQuery): answer is Answer => answer?.zipCode === zipCode && answer.countryId === countryId

/** Asks which place a zip code belongs to: after a pause in typing, and at once when Next wants to know (DRIVER-25, DRIVER-27, DRIVER-28). */
export function createPostalCheck({ details: form, $country, opened }: Pick<DriverForms, 'details' | '$country' | 'opened'>, findPostalCode: DetailsCalls['findPostalCode'], closed: Event<void>) {
  /** Null where nobody checks the zip code. */
  const $query = combine(form.$values, $country, ({ zipCode }, country): PostalQuery | null =>
    (country?.isValidatePostalCode && zipCode.trim() !== '' ? { zipCode: zipCode.trim(), countryId: country.id } : null))
  const findPostalCodeFx = attach({ effect: findPostalCode })
  const lookUpFx = createEffect(async (query: PostalQuery): Promise<Answer> => {
    try {
      const { data } = await findPostalCodeFx(query)
      return { ...query, outcome: data.length > 0 ? 'found' : 'none', city: data[0]?.city ?? '' }
    } catch (failure) {
      return { ...query, outcome: isRefused(failure as ApiFailure) ? 'none' : 'unanswered', city: '' }
    }
  })
  publishEnd('findPostalCode', findPostalCodeFx.failData)

  const pause = createTimer()
  const changed = sample({ clock: form.fieldChanged, filter: ({ field }) => field === 'zipCode' || field === 'countryId', fn: () => undefined })
  sample({ clock: changed, fn: () => postalPause, target: pause.start })
  sample({ clock: [closed, lookUpFx], fn: () => undefined, target: pause.stop })

  // An answer about a code that is not there any more says nothing.
  const answered = sample({ clock: lookUpFx.doneData, source: $query, filter: (query, answer) => query !== null && isAnswerTo(answer, query), fn: (_, answer) => answer })
  const $answer = createStore<Answer | null>(null).on(answered, (_, answer) => answer).reset(opened)
  sample({
    clock: pause.elapsed,
    source: { query: $query, answer: $answer },
    filter: ({ query, answer }) => query !== null && !isAnswerTo(answer, query),
    fn: ({ query }) => query as PostalQuery,
    target: lookUpFx,
  })
  sample({ clock: answered, filter: ({ outcome }) => outcome !== 'unanswered', fn: ({ city }) => ({ field: 'city' as const, value: city }), target: form.fieldChanged })
  sample({ clock: answered, filter: ({ outcome }) => outcome === 'none', fn: () => ({ field: 'zipCode' as const, kind: 'invalid' as const }), target: form.errorFound })

  const $cityIsReadOnly = combine($country, $answer, (country, answer) => country?.isValidatePostalCode === true && answer?.outcome !== 'unanswered')
  return { changed, $query, $answer, lookUpFx, $cityIsReadOnly }
}
