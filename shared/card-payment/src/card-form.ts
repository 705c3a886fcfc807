import { attach, combine, createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import { createCardFields, type CardFields, type HostedField, type MaskedCard, type Tokenising } from './card-fields.ts'
import { CardRefused, holderProblems, unavailable, type CardHolderFields, type CardProblem } from './card-problems.ts'
import { expiryOf, shownExpiry } from './expiry.ts'
import { loadCardScript } from './load-card-script.ts'

/** Where the script is and what it names the shop by: `clientScript` and `clientKey` of the gateway. */
export interface CardClient {
  readonly script: string
  readonly key: string
}

/** Where the provider's frames go, and how they should look. */
export interface CardPlaces {
  readonly client: CardClient
  readonly numberElement: HTMLElement
  readonly cvvElement: HTMLElement
  readonly labels: Readonly<Record<HostedField, string>>
  readonly style: Readonly<Record<string, string>>
}

/** A card that can be paid with once. */
export interface CardToken {
  readonly token: string
  readonly card: MaskedCard | null
}

/** The card form shows that it loads for at least this long (PAY-23), in milliseconds. */
export const leastLoadingMs = 500

interface CardFormOptions {
  /** Unique among the forms of the site, such as `overview/card`. */
  readonly name: string
  /** Today as a plain date where the renter is, for the expiry rule. */
  readonly today: () => string
}

const empty: CardHolderFields = { card_holder: '', month: '', year: '' }
const byAttribute = (problems: readonly CardProblem[]): Readonly<Record<string, CardProblem>> =>
  Object.fromEntries([...problems].reverse().map((problem) => [problem.attribute, problem]))

/** A card form as a model: fields of our page, the provider's frames, a token (PAY-19 to PAY-27). Nothing of it is ever stored. */
export function createCardForm({ name, today }: CardFormOptions) {
  const named = (part: string) => ({ sid: `${name}/${part}`, name: `${name}/${part}`, serialize: 'ignore' as const })
  const fieldChanged = createEvent<{ readonly field: keyof CardHolderFields; readonly value: string }>({ name: `${name}/fieldChanged` })
  /** Month and year together, as they were typed, pasted or filled in by the browser (DEC-174). */
  const expiryTyped = createEvent<string>({ name: `${name}/expiryTyped` })
  const expiryLeft = createEvent({ name: `${name}/expiryLeft` })
  /** The view has places for the frames. */
  const mounted = createEvent<CardPlaces>({ name: `${name}/mounted` })
  const unmounted = createEvent({ name: `${name}/unmounted` })
  /** After `failed`: once more from the start. */
  const retried = createEvent({ name: `${name}/retried` })
  const typed = createEvent<HostedField>({ name: `${name}/typed` })
  const focusMoved = createEvent<{ readonly field: HostedField; readonly focused: boolean }>({ name: `${name}/focusMoved` })
  /** The focus belongs into a field of the provider, for example from an error summary. */
  const focusWanted = createEvent<HostedField>({ name: `${name}/focusWanted` })
  /** Return was pressed in a field of the provider. */
  const enterPressed = createEvent({ name: `${name}/enterPressed` })
  const reset = createEvent({ name: `${name}/reset` })

  const $places = createStore<CardPlaces | null>(null, named('places')).on(mounted, (_, places) => places).reset(unmounted)
  const start = sample({ clock: [mounted, sample({ clock: retried, source: $places, filter: Boolean })] })

  const startFx = createEffect<CardPlaces, CardFields>({
    name: `${name}/start`,
    handler: async ({ client, numberElement, cvvElement, labels, style }) => {
      const inScope = { typed: scopeBind(typed), focusMoved: scopeBind(focusMoved), enterPressed: scopeBind(enterPressed) }
      const shown = new Promise((resolve) => { setTimeout(resolve, leastLoadingMs) })
      if (await loadCardScript({ src: client.script }) !== 'loaded') throw new Error('the card script did not load')
      const fields = await new Promise<CardFields>((resolve, reject) => {
        const made: CardFields = createCardFields({
          publicKey: client.key, numberElement, cvvElement, labels, style,
          onReady: () => { resolve(made) },
          onFailed: () => {
            made.destroy()
            reject(new Error('the card fields did not come'))
          },
          onInput: (field) => { inScope.typed(field) },
          onFocus: (field, focused) => { inScope.focusMoved({ field, focused }) },
          onEnter: () => { inScope.enterPressed() },
        })
      })
      await shown
      return fields
    },
  })
  sample({ clock: start, target: startFx })

  // A form that was left meanwhile keeps nothing of an answer that comes late.
  const isCurrent = (places: CardPlaces | null, asked: CardPlaces): boolean => places === asked
  const started = sample({ clock: startFx.done, source: $places, filter: (places, { params }) => isCurrent(places, params), fn: (_, { result }) => result })
  const startFailed = sample({ clock: startFx.fail, source: $places, filter: (places, { params }) => isCurrent(places, params), fn: () => undefined })
  const late = sample({ clock: startFx.done, source: $places, filter: (places, { params }) => !isCurrent(places, params), fn: (_, { result }) => result })
  const $fields = createStore<CardFields | null>(null, named('fields')).on(started, (_, fields) => fields).reset(unmounted, retried)
  const destroyFx = createEffect((fields: CardFields) => { fields.destroy() })
  sample({ clock: late, target: destroyFx })
  const $leaving = createStore<CardFields | null>(null, named('leaving')).on(started, (_, fields) => fields)
  sample({ clock: unmounted, source: $leaving, filter: Boolean, target: destroyFx })

  const focusFx = createEffect(({ fields, field }: { readonly fields: CardFields | null; readonly field: HostedField }) => { fields?.focus(field) })
  sample({ clock: focusWanted, source: $fields, fn: (fields, field) => ({ fields, field }), target: focusFx })

  /** `failed`: the script or the frames did not come; other ways to pay stay (DEC-92). */
  const $stage = createStore<'loading' | 'ready' | 'failed'>('loading', named('stage'))
    .on(start, () => 'loading').on(started, () => 'ready').on(startFailed, () => 'failed').reset(unmounted)

  const $values = createStore(empty, named('values')).on(fieldChanged, (values, { field, value }) => ({ ...values, [field]: value }))
    .on(expiryTyped, (values, text) => ({ ...values, month: expiryOf(text).month, year: expiryOf(text).year })).reset(reset)
  /** The field's text: while it is typed in, what was read of it; afterwards the date as cards bear it. */
  const $expiry = createStore('', named('expiry')).on(expiryTyped, (_, text) => expiryOf(text).text)
    .on(sample({ clock: [fieldChanged.filter({ fn: ({ field }) => field !== 'card_holder' }), expiryLeft], source: $values }), (_, { month, year }) => shownExpiry(month, year)).reset(reset)
  /** Makes a token of everything; fails with all that is wrong, and then nothing may be posted (PAY-25, PAY-26). */
  const tokenizeFx = attach({
    source: { fields: $fields, values: $values },
    effect: createEffect<{ fields: CardFields | null; values: CardHolderFields }, CardToken, CardRefused>({
      name: `${name}/tokenize`,
      handler: async ({ fields, values }) => {
        const holder = { card_holder: values.card_holder.trim(), month: values.month.trim().padStart(values.month.trim() === '' ? 0 : 2, '0'), year: values.year.trim() }
        const own = holderProblems(holder, today())
        // The provider is asked either way, so that all problems are shown at once.
        const result: Tokenising = fields ? await fields.tokenize(holder) : { ok: false, errors: [unavailable] }
        const problems = [...(result.ok ? [] : result.errors.filter(({ attribute }) => !own.some((mine) => mine.attribute === attribute))), ...own]
        fields?.setInvalid('number', problems.some(({ attribute }) => attribute === 'number'))
        fields?.setInvalid('cvv', problems.some(({ attribute }) => attribute === 'cvv'))
        if (result.ok && problems.length === 0) return { token: result.token, card: result.card }
        throw new CardRefused(problems)
      },
    }),
    mapParams: (_: void, source) => source,
  })

  /** First problem of each attribute, `number` and `cvv` included. */
  const $problems = createStore<Readonly<Record<string, CardProblem>>>({}, named('problems'))
    .on(tokenizeFx.failData, (_, { problems }) => byAttribute(problems))
    .on(tokenizeFx.done, () => ({}))
    .on([fieldChanged.map(({ field }) => field), typed], (problems, field) => (field in problems ? Object.fromEntries(Object.entries(problems).filter(([attribute]) => attribute !== field)) : problems))
    .on(expiryTyped, (problems) => Object.fromEntries(Object.entries(problems).filter(([attribute]) => attribute !== 'month' && attribute !== 'year')))
    .reset(reset, unmounted)
  const $focused = createStore<HostedField | null>(null, named('focused'))
    .on(focusMoved, (focused, { field, focused: now }) => (now ? field : focused === field ? null : focused)).reset(unmounted)

  return {
    $values, $expiry, expiryTyped, expiryLeft, $problems, $stage, $focused, $isBusy: combine(tokenizeFx.pending, Boolean), fieldChanged, mounted, unmounted, retried, tokenizeFx, focusWanted, enterPressed, reset,
  }
}
export type CardFormModel = ReturnType<typeof createCardForm>
