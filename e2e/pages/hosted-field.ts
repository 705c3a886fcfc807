import type { Page } from '@playwright/test'

/** A field that stands in a frame of the card provider's own origin. */
export type HostedFieldName = 'number' | 'cvv'

/**
 * Types into a field of the provider's key by key, as a person does (PAY-15, PRECHK-27): what the frame shows of an earlier number is not what is
 * in it, and a value that a script writes is none that the frame has been given.
 */
export async function typesHosted(page: Page, field: HostedFieldName, text: string): Promise<void> {
  const box = page.frameLocator(`[data-hosted="${field}"] iframe`).locator('input')
  await box.click()
  await box.press('ControlOrMeta+A')
  await box.pressSequentially(text)
}
