import { expect } from '@playwright/test'
import type { Operator } from '../pages/operator.ts'

/** Keeps what is typed or read as a draft, and is at its page then. */
export async function keepsDraft({ page }: Operator, button: string, note: string): Promise<void> {
  await page.getByLabel(/What the draft is for/).fill(note)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: note })).toBeVisible()
}

/** How the draft whose page is open stands. */
export const draftState = ({ page }: Operator) => page.locator('.pill[data-state]')
