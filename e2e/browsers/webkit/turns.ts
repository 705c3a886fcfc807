/** One command after the other: a driver's session has one window and one frame that it speaks to. */
export class Turns {
  /** The window that the session speaks to now. */
  window = ''
  private last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work)
    this.last = mine.catch(() => undefined)
    return mine
  }
}
