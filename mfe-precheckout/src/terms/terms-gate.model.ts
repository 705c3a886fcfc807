import type { Term, TermsAcceptance } from '@checkin/api'
import { $config, $reservation, $session, $terms } from '@checkin/flow'
import { precheckoutTermsAgreed } from '@checkin/flow/publish/precheckout'
import { todayIn } from '@checkin/forms'
import { attach, combine, createEffect, createEvent, createStore, sample, type Unit } from 'effector'
import { acceptTermsFx, downloadTermsFx, listTermsFx, publishFailures, termAddress } from '../api.ts'

/** Time for the browser to take over a file, in milliseconds. */
const handOver = 60_000

/** Hands a file to the browser, which saves it under its name (VERIF-12). */
export const saveFileFx = createEffect(({ file, name }: { readonly file: Blob; readonly name: string }) => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // An address that is never given back would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), handOver)
})

const fileNameOf = (tag: string): string => `${tag}.pdf`

/** The shown documents by their hashes; nothing where the server named none. */
function shownOf(terms: readonly Term[]): Pick<TermsAcceptance, 'documents'> {
  const documents = terms.flatMap(({ tag, hash }) => (hash === undefined ? [] : [{ tag, hash }]))
  return documents.length === terms.length && terms.length > 0 ? { documents } : {}
}

/** A link leads past the terms of the first screens, so they are agreed to here, once, before anything else (DEC-11). */
export function createTermsGate({ opened }: { readonly opened: Unit<unknown> }) {
  const ticked = createEvent<boolean>()
  const downloadPressed = createEvent<string>()
  const $agreed = createStore(false).on(ticked, (_, agreed) => agreed).reset([opened, listTermsFx])
  const $isNeeded = combine($session, $terms, (session, terms) => session !== null && !session.termsAccepted && terms.length > 0)
  const $isOpen = combine($isNeeded, $agreed, (needed, agreed) => agreed || !needed)
  const $documents = $terms.map((terms) => terms.map((term) => ({ ...term, href: termAddress(term.tag), fileName: fileNameOf(term.tag) })))

  const acceptFx = attach({
    source: { config: $config, loaded: $reservation, terms: $terms },
    effect: acceptTermsFx,
    mapParams: (_: void, { config, loaded, terms }) => ({ body: {
      reference: loaded?.reservation.reference ?? '', acceptedDate: todayIn(config?.timeZone), isAccepted: true as const,
      ...shownOf(terms),
    } }),
  })
  sample({ clock: acceptFx.done, fn: () => ({}), target: precheckoutTermsAgreed })
  publishFailures('acceptTerms', acceptFx.failData)
  // A newer version is valid by now: it is listed, to be read and agreed to.
  sample({ clock: acceptFx.failData, filter: ({ code }) => code === 'TermsChanged', fn: () => undefined, target: listTermsFx })

  const fetchFx = attach({ effect: downloadTermsFx, mapParams: (tag: string) => ({ params: { tag } }) })
  sample({ clock: downloadPressed, target: fetchFx })
  sample({ clock: fetchFx.done, fn: ({ params: tag, result }) => ({ file: result.data, name: fileNameOf(tag) }), target: saveFileFx })
  publishFailures('downloadTerms', fetchFx.failData)
  return { ticked, downloadPressed, $agreed, $isNeeded, $isOpen, $documents, acceptFx }
}
export type TermsGate = ReturnType<typeof createTermsGate>
