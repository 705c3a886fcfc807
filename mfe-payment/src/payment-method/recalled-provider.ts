const key = 'checkin.pay-by'

/** Keeps the code of the way to pay in this tab, for the reservation whose guid is given; nothing about a card. A tab that keeps nothing asks again. */
export function rememberProvider(guid: string | null, code: string): void {
  try {
    if (guid !== null) sessionStorage.setItem(key, JSON.stringify([guid, code]))
  } catch {
    // Storage is full or refused: the choice is made once more.
  }
}

/** The code that was chosen in this tab for this reservation (DEC-184); null where none was. */
export function recalledProvider(guid: string | null): string | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const [of, code] = Array.isArray(kept) ? kept as readonly unknown[] : []
    return guid !== null && of === guid && typeof code === 'string' ? code : null
  } catch {
    return null
  }
}
