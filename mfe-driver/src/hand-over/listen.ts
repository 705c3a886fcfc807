import { addressOf, handOverEventsPath } from '../api.ts'

/** What a listener hears: that there is something to ask for, and whether it still hears anything. */
export interface Listener {
  readonly changed: () => void
  readonly heard: (isListening: boolean) => void
}

/** Listens to the server's events; answers what ends that. Where it does not come about, `heard(false)`: the page has to ask by itself. */
export async function listen({ changed, heard }: Listener): Promise<() => void> {
  if (typeof EventSource === 'undefined') {
    heard(false)
    return () => undefined
  }
    const source = new EventSource(addressOf({ path: await handOverEventsPath() }))
  source.addEventListener('open', () => { heard(true) })
  // The browser tries again by itself, but for a refusal.
  source.addEventListener('error', () => { heard(false) })
  source.addEventListener('changed', changed)
  source.addEventListener('over', () => {
    source.close()
    changed()
  })
  return () => { source.close() }
}
