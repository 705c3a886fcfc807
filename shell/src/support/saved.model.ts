import { createEffect, createEvent, createStore, sample } from 'effector'
import type { SupportKit } from './kit.ts'

/**
 * What became of the latest thing that was to be kept, and when (DEC-186): on the server, where every device finds it; on this device alone;
 * nowhere. Milliseconds since 1970.
 */
export interface Saving {
  readonly where: 'server' | 'device' | 'nowhere'
  readonly at: number
}

const inTab = (key: string): Readonly<Record<string, unknown>> => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored as Readonly<Record<string, unknown>> : {}
  } catch {
    return {}
  }
}

/** Follows the writes by which something is kept: what is said comes from their own end, never from a clock. */
export function createSaved({ client: { acceptTermsFx, keepDraftFormFx, saveDriverFx, updateReservationFx }, flow: { $offerDraft, offerDraftChanged, sessionCleared }, writeSessionFx, sessionKey, $visit }: SupportKit) {
  const savingEnded = createEvent<Saving['where']>()
  /** Null until something was kept in this page. */
  const $saving = createStore<Saving | null>(null).reset(sessionCleared)

  const noteFx = createEffect((where: Saving['where']): Saving => ({ where, at: Date.now() }))
  sample({ clock: savingEnded, target: noteFx })
  sample({ clock: noteFx.doneData, target: $saving })

  // The server's answer says that it has the texts; without any it had nothing to keep.
  sample({ clock: keepDraftFormFx.doneData, filter: ({ data }) => data.kept, fn: () => 'server' as const, target: savingEnded })
  sample({ clock: [saveDriverFx.done, updateReservationFx.done, acceptTermsFx.done], fn: () => 'server' as const, target: savingEnded })

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
  const $announced = createStore<Saving | null>(null)
  const $said = createStore<readonly string[]>([]).reset($visit)
  const news = sample({ clock: noteFx.doneData, source: $said, filter: (before, { where }) => !before.includes(where), fn: (_, saving) => saving })
  $said.on(news, (before, { where }) => [...before, where])
  $announced.on(news, (_, saving) => saving).reset($visit)

  return { $saving, $announced }
}
