import type { Term } from '@checkin/api'
import { attach, createEffect, createEvent, sample, type EventCallable, type Store } from 'effector'
import { downloadTermsFx, termAddress } from '../api.ts'
import { tellFailures } from '../failures.ts'

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
export function createTermsDownload($terms: Store<readonly Term[]>): TermsDownload {
  const downloadPressed = createEvent<string>()
  const fetchFx = attach({ effect: downloadTermsFx, mapParams: (tag: string) => ({ params: { tag } }) })
  const $documents = $terms.map((terms) => terms.map((term) => ({ ...term, href: termAddress(term.tag), fileName: fileNameOf(term.tag) })))

  sample({ clock: downloadPressed, target: fetchFx })
  sample({ clock: fetchFx.done, fn: ({ params: tag, result }) => ({ file: result.data, name: fileNameOf(tag) }), target: saveFileFx })
  tellFailures('downloadTerms', fetchFx.failData)
  return { $documents, downloadPressed }
}
