import { createEvent, createStore, scopeBind } from 'effector'
import { listenFromStart } from '../page-listeners.ts'
import { alertLeftBehind, alertRaised, type AlertRequest } from './alert.model.ts'

/** What a refusal says, in the form of the alert that told it first. */
export type Refusal = Pick<AlertRequest, 'key' | 'params' | 'text'>

/** The renter typed or chose something, or pressed for another try. */
export const renterMended = createEvent()
/** The renter has read it. */
export const refusalClosed = createEvent()

const isRefusal = ({ state = 'error', stays = false }: AlertRequest): boolean => (state === 'error' || state === 'warning') && !stays

/** The last refusal, which stands on the screen until it is mended, while its toast goes by itself (DEC-102, WCAG 2.2.1). */
export const $refusal = createStore<Refusal | null>(null)
  .on(alertRaised, (_, alert) => (isRefusal(alert) ? { key: alert.key, params: alert.params, text: alert.text } : null))
  .reset(renterMended, refusalClosed, alertLeftBehind)

listenFromStart(() => {
  const mended = scopeBind(renterMended, { safe: true })
  // In the capture phase: before the press itself is answered, whose own refusal is a new one.
  const listen = (name: 'input' | 'click', selector: string): void => {
    document.addEventListener(name, ({ target }) => { if (target instanceof Element && target.closest(selector) !== null) mended() }, true)
  }
  listen('input', '[data-screen]')
  listen('click', '[data-screen] [data-action]')
})
