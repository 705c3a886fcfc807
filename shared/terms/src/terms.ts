import type { CallEffect, Reservation, Term, TermsAcceptance } from '@checkin/api'
import { termsPath } from '@checkin/api/terms-path'
import type { PublishFailures } from '@checkin/async/failures'
import { saveFileFx } from '@checkin/async/save-file'
import { todayIn } from '@checkin/forms'
import { attach, combine, createEvent, createStore, sample, type EventCallable, type Store, type Unit } from 'effector'

/** What the terms need of the module that shows them: the shell's stores, its own calls, and how it publishes their failures. */
export interface TermsOptions {
  readonly $config: Store<{ readonly timeZone: string } | null>
  readonly $terms: Store<readonly Term[]>
  readonly acceptTermsFx: CallEffect<'acceptTerms'>
  readonly downloadTermsFx: CallEffect<'downloadTerms'>
  readonly listTermsFx: CallEffect<'listTerms'>
  readonly publishFailures: PublishFailures
}

/** What the gate needs besides: the session and reservation behind it, and the owner's events of the way on. */
export interface TermsGateOptions {
  readonly $session: Store<{ readonly termsAccepted: boolean } | null>
  readonly $reservation: Store<{ readonly reservation: Reservation } | null>
  /** The renter wants to go on. */
  readonly pressed: Unit<void>
  /** The terms were agreed to here and that is recorded. */
  readonly agreed: EventCallable<Record<string, never>>
  /** Nothing, or nothing any more, is in the way. */
  readonly passed: EventCallable<Record<string, never>>
}

/** A document that the renter may read before agreeing; `href` also works without our script (VERIF-12). */
export interface TermDocument extends Term {
  readonly href: string
  /** Name of the saved file. */
  readonly fileName: string
}

const documentOf = (term: Term): TermDocument =>
  ({ ...term, href: `/api${termsPath.replace(':tag', encodeURIComponent(term.tag))}`, fileName: `${term.tag}.pdf` })

/** The shown documents by their hashes; nothing where the server named none. */
function shownDocuments(terms: readonly Term[]): Pick<TermsAcceptance, 'documents'> {
  const documents = terms.flatMap(({ tag, hash }) => (hash === undefined ? [] : [{ tag, hash }]))
  return documents.length === terms.length && terms.length > 0 ? { documents } : {}
}

/** The terms of the rental company on the screens of one module. */
export function createTerms({ $config, $terms, acceptTermsFx, downloadTermsFx, listTermsFx, publishFailures }: TermsOptions) {
  const $documents = $terms.map((terms) => terms.map(documentOf))
  /** Which texts are shown: other ones are agreed to anew. */
  const $texts = $terms.map((terms) => terms.map(({ tag, hash = '' }) => `${tag} ${hash}`).join())

  /** The documents that a screen offers, and the way to save one (VERIF-09, VERIF-12). */
  function createDownload() {
    /** A document was asked for, by its tag. */
    const downloadPressed = createEvent<string>()
    const fetchFx = attach({ effect: downloadTermsFx, mapParams: (tag: string) => ({ params: { tag } }) })
    sample({ clock: downloadPressed, target: fetchFx })
    sample({ clock: fetchFx.done, fn: ({ params: tag, result }) => ({ file: result.data, name: `${tag}.pdf` }), target: saveFileFx })
    publishFailures('downloadTerms', fetchFx.failData)
    return { $documents, downloadPressed }
  }

  /** Records that the renter of a reservation agrees to the terms: on which day at the rental location, and to which texts (DEC-10). */
  function createAcceptance() {
    const acceptFx = attach({
      source: { config: $config, terms: $terms },
      effect: acceptTermsFx,
      mapParams: (reference: string, { config, terms }) => ({ body: { reference, acceptedDate: todayIn(config?.timeZone), isAccepted: true as const, ...shownDocuments(terms) } }),
    })
    publishFailures('acceptTerms', acceptFx.failData)
    // A newer version is valid by now: it is listed, to be read and agreed to.
    sample({ clock: acceptFx.failData, filter: ({ code }) => code === 'TermsChanged', fn: () => undefined, target: listTermsFx })
    return acceptFx
  }

  /** A link leads past the terms of the first screens, so they are agreed to here, once, before anything else (VERIF-22, DEC-11). */
  function createGate({ $session, $reservation, pressed, agreed, passed }: TermsGateOptions) {
    const ticked = createEvent<boolean>()
    const acceptFx = createAcceptance()
    const $reference = $reservation.map((loaded) => loaded?.reservation.reference ?? null)
    // A screen that opens again keeps the tick: a renter who is led here may have made it before the reservation came anew. The texts are kept with it and
    // compared, because `updates` of a store that nothing has read yet also tells of terms that came again as they were.
    const $agreedFor = createStore<{ readonly reference: string | null; readonly texts: string } | null>(null)
      .on(sample({ clock: ticked, source: { reference: $reference, texts: $texts }, fn: (shown, isTicked) => (isTicked ? shown : null) }), (_, shown) => shown)
      .reset(sample({ clock: $session, filter: (session) => session === null }), sample({ clock: acceptFx.failData, filter: ({ code }) => code === 'TermsChanged' }))
    const $agreed = combine($agreedFor, $reference, $texts, (agreedFor, reference, texts) => reference !== null && agreedFor?.reference === reference && agreedFor.texts === texts)
    const $isNeeded = combine($session, $terms, (session, terms) => session !== null && !session.termsAccepted && terms.length > 0)
    const $isOpen = combine($isNeeded, $agreed, (isNeeded, isAgreed) => isAgreed || !isNeeded)
    const allowed = sample({
      clock: pressed,
      source: { loaded: $reservation, needed: $isNeeded, open: $isOpen, busy: acceptFx.pending },
      filter: ({ loaded, open, busy }) => loaded !== null && open && !busy,
    })
    /** Presses without the tick, since the last change of the box: the screen leads to it (DEC-171). */
    const $misses = createStore(0)
      .on(sample({ clock: pressed, source: { loaded: $reservation, open: $isOpen }, filter: ({ loaded, open }) => loaded !== null && !open }), (misses) => misses + 1)
      .reset(ticked, $reference)
    sample({ clock: allowed, filter: ({ needed }) => needed, fn: ({ loaded }) => loaded?.reservation.reference ?? '', target: acceptFx })
    sample({ clock: acceptFx.done, fn: () => ({}), target: [agreed, passed] })
    sample({ clock: allowed, filter: ({ needed }) => !needed, fn: () => ({}), target: passed })
    return { ...createDownload(), ticked, $agreed, $isNeeded, $isOpen, $misses, acceptFx }
  }
  return { createDownload, createAcceptance, createGate }
}
export type TermsGate = ReturnType<ReturnType<typeof createTerms>['createGate']>
