import { attach, createEvent, createStore, sample, type Unit } from 'effector'

/** What the card form answers: a one-time token, or what is wrong with which field (DEC-83). Number and CVV never come here. */
export type Tokenised =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly errors: readonly { readonly attribute: string; readonly key: string }[] }

/** Asks the provider's fields for a token; given by the card form as long as it is on the page. */
export type Tokenise = () => Promise<Tokenised>

/** A new card (PRECHK-13): validated into a token before anything is sent. */
export function createNewCard({ opened }: { readonly opened: Unit<unknown> }) {
  /** The form is ready, or gone. */
  const formChanged = createEvent<Tokenise | null>()
  /** The provider's script or fields can't be had (DEC-92). */
  const formFailed = createEvent()
  const $form = createStore<{ readonly tokenise: Tokenise } | null>(null).on(formChanged, (_, tokenise) => tokenise && { tokenise })
  const $isBroken = createStore(false).on(formFailed, () => true).reset(opened, formChanged)

  const tokeniseFx = attach({
    source: $form,
    effect: async (form): Promise<Tokenised> => (form === null ? { ok: false, errors: [] } : form.tokenise()),
  })
  const tokenised = tokeniseFx.doneData.filterMap((answer) => (answer.ok ? answer.token : undefined))
  /** Keys of the form attribute.key, once each (PAY-26); what nobody can name is told as such. */
  const refused = sample({
    clock: [
      tokeniseFx.doneData.filterMap((answer) => (answer.ok ? undefined : [...new Set(answer.errors.map(({ attribute, key }) => `${attribute}.${key}`))])),
      tokeniseFx.fail.map((): string[] => []),
    ],
    fn: (keys: string[]) => (keys.length > 0 ? keys : ['somethingHappened']),
  })
  return { formChanged, formFailed, $isReady: $form.map((form) => form !== null), $isBroken, tokeniseFx, tokenised, refused }
}
export type NewCard = ReturnType<typeof createNewCard>
