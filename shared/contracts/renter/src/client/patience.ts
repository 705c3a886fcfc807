/** Milliseconds after which a read ends. A write is never cut, because nobody knows what a cut write did (DEC-48). */
export const readDeadline = 15_000

/** Milliseconds of DEC-48: until the page says that it still works, until it asks the server what became of the call, and between further questions. */
export const writePatience = { saysSlow: 10_000, asks: 30_000, asksAgain: 5_000 } as const
