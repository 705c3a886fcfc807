import { createEffect } from 'effector'
import type { AlertRequest } from '../feedback/alert.model.ts'
import { fromKey, noticeKey, prefix, sessionKey } from './fresh-tab.ts'

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

// A browser may refuse storage, full or forbidden: check-in then works without surviving a reload.
const quietly = <Result>(work: () => Result, otherwise: Result): Result => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Values of the persisted stores by name (DEC-18). */
export const writeSessionFx = createEffect((values: Readonly<Record<string, unknown>>) =>
  quietly(() => { sessionStorage.setItem(sessionKey, JSON.stringify(values)) }, undefined))

export const readSessionFx = createEffect(() => quietly(() => parsed(sessionStorage.getItem(sessionKey)), null))

/** `drafts` goes too when the renter left by choice: the next person at this computer finds nothing. */
export const forgetSessionFx = createEffect(({ drafts }: { readonly drafts: boolean }) => quietly(() => {
  const gone = Object.keys(sessionStorage).filter((key) => key === sessionKey || (drafts && key.startsWith(prefix)))
  gone.forEach((key) => { sessionStorage.removeItem(key) })
}, undefined))

/** The one alert that is carried over the reload (DEC-55). */
export const leaveNoticeFx = createEffect((notice: AlertRequest) =>
  quietly(() => { sessionStorage.setItem(noticeKey, JSON.stringify(notice)) }, undefined))

/** What the renter asked for, when the first screen needs a document of its own (DEC-187). */
export const leavePath = (path: string): void => quietly(() => { sessionStorage.setItem(fromKey, path) }, undefined)

/** Takes the carried alert out of the storage: it is shown once. */
export const takeNoticeFx = createEffect(() => quietly(() => {
  const notice = parsed(sessionStorage.getItem(noticeKey))
  sessionStorage.removeItem(noticeKey)
  return notice
}, null))
