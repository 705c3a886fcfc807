import { handling, type ApiFailure, type EndpointName } from '@checkin/api'
import { sessionRefused } from '@checkin/flow/publish/shell'
import { sample, type Event } from 'effector'
import { alertRaised } from './alert.model.ts'
import { modalOpened } from './modal.model.ts'

/** The common handler of the shell's own calls (ERR-03, DEC-49): one alert or modal, or the end of the session, by the one table. */
export function tellFailures(endpoint: EndpointName, failed: Event<ApiFailure>): void {
  const handled = failed.map((failure) => handling(endpoint, failure))
  sample({ clock: handled.filterMap((way) => (way.kind === 'alert' ? way : undefined)), target: alertRaised })
  sample({ clock: handled.filterMap((way) => (way.kind === 'modal' ? { keys: way.keys, type: 'cancel' as const } : undefined)), target: modalOpened })
  sample({ clock: handled.filterMap((way) => (way.kind === 'session-ended' ? {} : undefined)), target: sessionRefused })
}
