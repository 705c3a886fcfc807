import { acceptTermsFx, keepDraftFormFx, saveDriverFx, updateReservationFx } from '@checkin/api/client'
import { offerDraftChanged } from '@checkin/flow'
import { $offerDraft, sessionCleared } from '@checkin/flow/publish/shell'
import { createEffect, createEvent, createStore, merge, sample } from 'effector'
import { $visit } from '../navigation/visit.model.ts'
import { sessionKey } from '../session/fresh-tab.ts'
import { writeSessionFx } from '../session/tab-storage.ts'

/**
 * What became of the latest thing that was to be kept, and when (DEC-186): on the server, where every device finds it; on this device alone;
 * nowhere. Milliseconds since 1970.
 */
export interface Saving {
  readonly where: 'server' | 'device' | 'nowhere'
  readonly at: number
}

/** A write has ended, and this is what it came to. */
export const savingEnded = createEvent<Saving['where']>()

/** Null until something was kept in this page. */
export const $saving = createStore<Saving | null>(null).reset(sessionCleared)

/** Read when the write has ended: a clock that was read before it would promise something. */
const noteFx = createEffect((where: Saving['where']): Saving => ({ where, at: Date.now() }))
sample({ clock: savingEnded, target: noteFx })
sample({ clock: noteFx.doneData, target: $saving })

const inTab = (key: string): Readonly<Record<string, unknown>> => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored as Readonly<Record<string, unknown>> : {}
  } catch {
    return {}
  }
}

// The server's answer says that it has the texts; without any it had nothing to keep.
sample({ clock: keepDraftFormFx.doneData, filter: ({ data }) => data.kept, fn: () => 'server' as const, target: savingEnded })
sample({ clock: merge([saveDriverFx.done, updateReservationFx.done, acceptTermsFx.done]), fn: () => 'server' as const, target: savingEnded })

/** The tab has it only where it reads back all that was typed: numbers of documents never lie in a browser (0031). */
const lookInTabFx = createEffect(({ form, texts }: { readonly form: string; readonly texts: Readonly<Record<string, string>> }): Saving['where'] => {
  const stored = inTab(`checkin.draft.${form}`)
  return Object.entries(texts).every(([name, text]) => text === '' || stored[name] === text) ? 'device' : 'nowhere'
})
sample({ clock: keepDraftFormFx.fail, fn: ({ params }) => params.body, target: lookInTabFx })
sample({ clock: lookInTabFx.doneData, target: savingEnded })

// Offers that are chosen and not sent lie in the tab alone (DEC-18).
const $isChosen = createStore(false).on(offerDraftChanged, () => true)
const readOffersFx = createEffect((draft: unknown): boolean => JSON.stringify(inTab(sessionKey)['offerDraft']) === JSON.stringify(draft))
sample({ clock: writeSessionFx.done, source: { chosen: $isChosen, draft: $offerDraft }, filter: ({ chosen }) => chosen, fn: ({ draft }) => draft, target: readOffersFx })
$isChosen.reset(readOffersFx)
sample({ clock: readOffersFx.doneData, fn: (isThere) => (isThere ? 'device' as const : 'nowhere' as const), target: savingEnded })

/** What a screen reader is told: each outcome once on a screen, however often something is kept there. */
export const $announced = createStore<Saving | null>(null)
const $told = createStore<readonly string[]>([]).reset($visit)
const told = sample({ clock: noteFx.doneData, source: $told, filter: (before, { where }) => !before.includes(where), fn: (_, saving) => saving })
$told.on(told, (before, { where }) => [...before, where])
$announced.on(told, (_, saving) => saving).reset($visit)
