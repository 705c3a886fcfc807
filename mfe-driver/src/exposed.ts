import { inTasks } from '@checkin/async/tasks'

/**
 * What the container exposes: `remote.ts`, once the models behind it have been evaluated in tasks of their own. They make two thousand stores and events,
 * and that while the renter reads the reservation (decision 0302).
 */
await inTasks([
  () => import(/* webpackMode: "eager" */ './forms/main-forms.ts'),
  () => import(/* webpackMode: "eager" */ './forms/driver-forms.ts'),
  () => import(/* webpackMode: "eager" */ './steps/driver-details/model.ts'),
  () => import(/* webpackMode: "eager" */ './steps/driver-contact/model.ts'),
  () => import(/* webpackMode: "eager" */ './steps/driver-document/model.ts'),
  () => import(/* webpackMode: "eager" */ './steps/driver-document-license/model.ts'),
  () => import(/* webpackMode: "eager" */ './steps/verify-driver/model.ts'),
  () => import(/* webpackMode: "eager" */ './steps/invitation/model.ts'),
])
export const { remote } = await import(/* webpackMode: "eager" */ './remote.ts')
