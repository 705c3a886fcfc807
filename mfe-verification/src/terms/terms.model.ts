import type { Term, TermsAcceptance } from '@checkin/api'
import { $config, $terms } from '@checkin/flow'
import { todayIn } from '@checkin/forms'
import { attach, createEffect, createEvent, sample, type EventCallable, type Store } from 'effector'
import { acceptTermsFx as acceptTerms, downloadTermsFx, listTermsFx, termAddress } from '../api.ts'
import { publishFailures } from '../failures.ts'

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

/** A document that the renter may read before agreeing. */
export interface TermDocument extends Term {
  readonly href: string
  /** Name of the saved file. */
  readonly fileName: string
}

export interface TermsDownload {
  readonly $documents: Store<readonly TermDocument[]>
  /** A document was asked for, by its tag. */
  readonly downloadPressed: EventCallable<string>
}

const fileNameOf = (tag: string): string => `${tag}.pdf`

/** The documents that a screen offers, and the way to save one (VERIF-09, VERIF-12). */
export function createTermsDownload(): TermsDownload {
  const downloadPressed = createEvent<string>()
  const fetchFx = attach({ effect: downloadTermsFx, mapParams: (tag: string) => ({ params: { tag } }) })
  const $documents = $terms.map((terms) => terms.map((term) => ({ ...term, href: termAddress(term.tag), fileName: fileNameOf(term.tag) })))

  sample({ clock: downloadPressed, target: fetchFx })
  sample({ clock: fetchFx.done, fn: ({ params: tag, result }) => ({ file: result.data, name: fileNameOf(tag) }), target: saveFileFx })
  publishFailures('downloadTerms', fetchFx.failData)
  return { $documents, downloadPressed }
}

/** The shown documents by their hashes; nothing where the server named none. */
function documentsOf(terms: readonly Term[]): Pick<TermsAcceptance, 'documents'> {
  const documents = terms.flatMap(({ tag, hash }) => (hash === undefined ? [] : [{ tag, hash }]))
  return documents.length === terms.length && terms.length > 0 ? { documents } : {}
}

/** Records that the renter of a reservation agrees to the terms: on which day at the rental location, and to which texts (DEC-10). */
export function createTermsAcceptance() {
  const acceptTermsFx = attach({
    source: { config: $config, terms: $terms },
    effect: acceptTerms,
    mapParams: (reference: string, { config, terms }) => ({ body: { reference, acceptedDate: todayIn(config?.timeZone), isAccepted: true as const, ...documentsOf(terms) } }),
  })
  publishFailures('acceptTerms', acceptTermsFx.failData)
  // A newer version is valid by now: it is listed, to be read and agreed to.
  sample({ clock: acceptTermsFx.failData, filter: ({ code }) => code === 'TermsChanged', fn: () => undefined, target: listTermsFx })
  return acceptTermsFx
}
