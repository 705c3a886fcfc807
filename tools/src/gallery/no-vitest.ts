// The doubles of mfe-payment bring their clock along; on a page of the gallery time goes on by itself.
const nothing = (): undefined => undefined

export const vi = { useFakeTimers: nothing, useRealTimers: nothing, advanceTimersToNextTimerAsync: () => Promise.resolve() }
export const beforeEach = nothing
export const afterEach = nothing
