/** Everything of ours in the tab's storage begins with this. */
export const prefix = 'checkin.'
export const sessionKey = `${prefix}session`
export const noticeKey = `${prefix}notice`
/** The payment page that led to `/` by a page load (DEC-187): the new document knows its own address only. */
export const fromKey = `${prefix}from`

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Whether the tab remembers nothing that changes the first screen: no search or session, no notice, no other language. */
export function isFreshTab(language: string): boolean {
  try {
    if (sessionStorage.getItem(noticeKey) !== null) return false
    const stored: unknown = JSON.parse(sessionStorage.getItem(sessionKey) ?? '{}')
    if (!isObject(stored)) return true
    return !stored['session'] && !stored['lookup'] && (stored['language'] ?? language) === language
  } catch {
    return true
  }
}
