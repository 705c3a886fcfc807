/** How the sets of a change stand, as the registry's dry run says. */
export type Rehearsal =
  | { readonly state: 'nothing-new' }
  | { readonly state: 'none' }
  | { readonly state: 'passed'; readonly at: string; readonly journeys: readonly string[] }
  | { readonly state: 'failed'; readonly at: string; readonly journey: string; readonly step: string }

const ages = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' })

function ago(at: string, now: number): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(at)) / 60_000))
  if (minutes < 60) return ages.format(-minutes, 'minute')
  return minutes < 48 * 60 ? ages.format(-Math.round(minutes / 60), 'hour') : ages.format(-Math.round(minutes / 1440), 'day')
}

/** The same in a few words, `Rehearsed: check-in passed 3 min. ago`. */
export function rehearsalText(rehearsal: Rehearsal, now: number): string {
  switch (rehearsal.state) {
    case 'nothing-new': return 'Nothing new to rehearse'
    case 'none': return 'Not rehearsed'
    case 'passed': return `Rehearsed: ${rehearsal.journeys.join(' and ')} passed ${ago(rehearsal.at, now)}`
    case 'failed': return `Rehearsal failed: ${rehearsal.journey} at ${rehearsal.step}, ${ago(rehearsal.at, now)}`
  }
}
