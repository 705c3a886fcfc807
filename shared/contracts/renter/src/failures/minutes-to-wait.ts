/** Whole minutes of a wait that the server names in seconds (`Retry-After`): at least one, so that nobody reads of none (DEC-09). */
export const minutesToWait = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60))
