import type { CDPSession, Page } from '@playwright/test'

/** A security key of the browser's own making; answers how to let it check, or fail to check, who uses it. */
export async function securityKey(page: Page): Promise<(checks: boolean) => Promise<void>> {
  const browser: CDPSession = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  })
  return async (checks) => { await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: checks }) }
}
