const item = 'checkin.hand-over'

const fresh = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
}

let kept: { readonly token: string; readonly key: string } | null = null

/**
 * The secret by which this tab, and no other that reads the same code, is known again: made here, so that an answer that was lost can be asked for once more.
 * A reload keeps it; where nothing can be stored, it lasts as long as the page.
 */
export function phoneKey(token: string): string {
  if (kept?.token === token) return kept.key
  kept = { token, key: stored(token) ?? fresh() }
  try {
    sessionStorage.setItem(item, `${token} ${kept.key}`)
  } catch {
    // The page has it.
  }
  return kept.key
}

function stored(token: string): string | null {
  try {
    const [of, key] = (sessionStorage.getItem(item) ?? '').split(' ')
    return of === token && key !== undefined && key !== '' ? key : null
  } catch {
    return null
  }
}
