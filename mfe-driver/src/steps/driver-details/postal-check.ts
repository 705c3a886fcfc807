import type { Country } from '@checkin/api'
import type { FormModel } from '@checkin/forms'
import { attach, combine, createEvent, createStore, sample, type Event, type Store } from 'effector'
import { findPostalCodeFx as findPostalCode } from '../../api.ts'
import { isTechnical, tellEnd } from '../../failures.ts'
import { createPause } from '../../pause.ts'
import type { DetailsField } from './form.ts'

/** Milliseconds after the last key before the server is asked (CONST-21). */
export const postalPause = 1000

interface Asked {
  readonly zipCode: string
  readonly countryId: number
}
/** What is known about one zip code; a service that does not answer makes nothing wrong (DEC-32). */
interface Answer extends Asked {
  readonly outcome: 'found' | 'none' | 'unanswered'
}

const isOf = (answer: Asked | null, { zipCode, countryId }: Asked): boolean => answer?.zipCode === zipCode && answer.countryId === countryId

/** Asks which place a zip code belongs to: after a pause in typing, and at once when Next wants to know (DRIVER-25, DRIVER-27, DRIVER-28). */
export function createPostalCheck(form: FormModel<DetailsField>, $country: Store<Country | null>, { opened, closed }: { readonly opened: Event<void>; readonly closed: Event<void> }) {
  const checkNow = createEvent()
  const pause = createPause(postalPause)

  const $asked = combine(form.$values, $country, ({ zipCode }, country): Asked | null =>
    (country?.isValidatePostalCode && zipCode.trim() !== '' ? { zipCode: zipCode.trim(), countryId: country.id } : null))
  const $answer = createStore<Answer | null>(null)
  const findPostalCodeFx = attach({ effect: findPostalCode, mapParams: (query: Asked) => ({ query }) })

  const $verdict = combine($asked, $answer, (asked, answer) => {
    if (asked === null) return 'not-needed' as const
    if (answer === null || !isOf(answer, asked)) return 'open' as const
    return answer.outcome === 'none' ? 'bad' as const : 'good' as const
  })

  const changed = sample({ clock: form.fieldChanged, filter: ({ field }) => field === 'zipCode' || field === 'countryId', fn: () => undefined })
  sample({ clock: changed, target: pause.begun })
  sample({ clock: [closed, checkNow], target: pause.stopped })
  sample({
    clock: [pause.over, checkNow],
    source: { asked: $asked, verdict: $verdict },
    filter: ({ asked, verdict }) => asked !== null && verdict === 'open',
    fn: ({ asked }) => asked as Asked,
    target: findPostalCodeFx,
  })

  // An answer about a code that is not there any more says nothing.
  const settledFor = sample({ clock: findPostalCodeFx.finally, source: $asked, filter: (asked, { params }) => asked !== null && isOf(asked, params), fn: (_, done) => done })
  $answer.on(settledFor, (_, done): Answer => ({
    ...done.params,
    outcome: done.status === 'done' ? (done.result.data.length > 0 ? 'found' : 'none') : isTechnical(done.error) ? 'unanswered' : 'none',
  })).reset(opened)
  const city = settledFor.filterMap((done) => {
    if (done.status === 'done') return done.result.data[0]?.city ?? ''
    return isTechnical(done.error) ? undefined : ''
  })
  sample({ clock: city, fn: (value) => ({ field: 'city' as const, value }), target: form.fieldChanged })
  sample({ clock: $answer, filter: (answer) => answer?.outcome === 'none', fn: () => ({ field: 'zipCode' as const, kind: 'invalid' as const }), target: form.errorFound })
  tellEnd('findPostalCode', findPostalCodeFx.failData)

  const $cityIsReadOnly = combine($country, $answer, (country, answer) => country?.isValidatePostalCode === true && answer?.outcome !== 'unanswered')
  const settled = sample({ clock: $answer, filter: (answer) => answer !== null, fn: () => undefined })
  return { checkNow, changed, $verdict, $cityIsReadOnly, settled, findPostalCodeFx }
}
