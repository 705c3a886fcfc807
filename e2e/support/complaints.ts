import type { Page } from '@playwright/test'

/** What Chromium writes of `webrtc 'block'`, which it does not know (decision 0263). Nothing else that a page writes passes. */
const unknownDirective = /^Unrecognized Content-Security-Policy directive 'webrtc'\.\s*$/

/** The texts of what a page writes to its console in these ways, as they come. */
export function consoleComplaints(page: Page, types: readonly ('error' | 'warning')[]): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (types.some((type) => type === message.type()) && !unknownDirective.test(message.text())) complaints.push(message.text())
  })
  return complaints
}
