/** What makes hundreds of stores and events when it is evaluated: what modules share of the flow, the models of the session, and the shell's others. */
const models = [
  () => import(/* webpackMode: "eager" */ '@checkin/flow'),
  () => import(/* webpackMode: "eager" */ './session/restore.model.ts'),
  () => import(/* webpackMode: "eager" */ './models.ts'),
] as const

/**
 * The last part of the start (`main.ts`): it comes with this module, and is evaluated when everything that it needs has been. Each of the models has a task
 * of its own, so that they hold a slow phone for less long at once (decision 0295).
 */
export async function startPage(pause: () => Promise<void>): Promise<void> {
  for (const evaluate of models) {
    await evaluate()
    await pause()
  }
  await import(/* webpackMode: "eager" */ './page-start.ts')
}
