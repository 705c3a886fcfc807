import { $config, $lists, $loading, $terms, languageChanged } from '@checkin/flow/publish/shell'
import { client } from '@checkin/api/client-on-demand'
import { combine, createEffect, createEvent, createStore, sample, type Effect } from 'effector'

const { getConfigFx, getFieldRulesFx, listCountriesFx, listDocumentTypesFx, listNationalitiesFx, listTermsFx } = client

/** Loads what is not loaded yet of the six (SHELL-35); `listsSettled` follows, at once when there is nothing to load. */
export const listsNeeded = createEvent()
/** The first screen is usable: the lists may come now (DEC-94). */
export const firstScreenUsable = createEvent()

/** Waits for a moment in which the browser has nothing better to do. */
export const idleMomentFx = createEffect(() => new Promise<void>((done) => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(() => { done() }, { timeout: 2000 })
  else setTimeout(done, 200)
}))

const loads = {
  config: getConfigFx,
  countries: listCountriesFx,
  documentTypes: listDocumentTypesFx,
  fields: getFieldRulesFx,
  nationalities: listNationalitiesFx,
  terms: listTermsFx,
} as const
type List = keyof typeof loads
/** The six without their answers' types: asked for and waited for in the same way. */
const calls = Object.entries(loads) as unknown as readonly (readonly [List, Effect<void, unknown, unknown>])[]

/** What has been loaded in this page; a list that failed is asked for again before the next navigation. */
const $loaded = createStore<readonly List[]>([])
const $pending = combine(calls.map(([, fx]) => fx.pending), (pending) => pending.some(Boolean))

/** True once all six are here. */
export const $listsLoaded = $loaded.map((loaded) => loaded.length === calls.length)

sample({ clock: firstScreenUsable, target: idleMomentFx })
sample({ clock: idleMomentFx.done, fn: () => undefined, target: listsNeeded })

for (const [name, fx] of calls) {
  sample({
    clock: listsNeeded,
    source: { loaded: $loaded, pending: fx.pending },
    filter: ({ loaded, pending }) => !loaded.includes(name) && !pending,
    fn: () => undefined,
    target: fx,
  })
  $loaded.on(fx.done, (loaded) => (loaded.includes(name) ? loaded : [...loaded, name]))
}

// Titles and names are texts: another language needs them again (SHELL-72).
sample({ clock: languageChanged, fn: () => undefined, target: [listTermsFx, listCountriesFx, listDocumentTypesFx, listNationalitiesFx] })

/** All that was asked for has an answer, good or bad: navigation goes on. */
export const listsSettled = createEvent()
sample({ clock: [listsNeeded, ...calls.map(([, fx]) => fx.finally)], source: $pending, filter: (pending) => !pending, fn: () => undefined, target: listsSettled })

sample({ clock: getConfigFx.doneData, fn: ({ data }) => data, target: $config })
sample({ clock: listTermsFx.doneData, fn: ({ data }) => data, target: $terms })
$lists
  .on(listCountriesFx.doneData, (lists, { data }) => ({ ...lists, countries: data }))
  .on(listDocumentTypesFx.doneData, (lists, { data }) => ({ ...lists, documentTypes: data }))
  .on(listNationalitiesFx.doneData, (lists, { data }) => ({ ...lists, nationalities: data }))
  .on(getFieldRulesFx.doneData, (lists, { data }) => ({ ...lists, fields: data }))

// SHELL-50: terms are not tracked.
$loading
  .on(getConfigFx.pending, (loading, configs) => ({ ...loading, configs }))
  .on(listCountriesFx.pending, (loading, countries) => ({ ...loading, countries }))
  .on(listDocumentTypesFx.pending, (loading, documentType) => ({ ...loading, documentType }))
  .on(getFieldRulesFx.pending, (loading, fields) => ({ ...loading, fields }))
  .on(listNationalitiesFx.pending, (loading, nationalities) => ({ ...loading, nationalities }))
