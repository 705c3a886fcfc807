/**
 * The last part of the start (`main.ts`): it comes with this module, and is evaluated when everything that it needs has been. What modules share of calls
 * and flow makes hundreds of stores and events: each in a task of its own, it holds a slow phone for half as long (decision 0295).
 */
export async function startPage(pause: () => Promise<void>): Promise<void> {
  await import(/* webpackMode: "eager" */ '@checkin/api/client')
  await pause()
  await import(/* webpackMode: "eager" */ '@checkin/flow')
  await pause()
  await import(/* webpackMode: "eager" */ './page-start.ts')
}
