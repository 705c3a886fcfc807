import { expect } from '@playwright/test'
import { picture } from '../../pages/driver.ts'
import type { Deed } from '../edge.ts'
import type { Run } from '../run.ts'

async function takes(run: Run, count: number): Promise<void> {
  await run.page.locator('input[name="pictures"]').setInputFiles(Array.from({ length: count }, () => picture(32, 32)))
  await expect(run.page.locator('[data-picture]').nth(count - 1)).toBeVisible()
}

/** S4: looking at the vehicle; nothing of it is sent. */
export const inspection: readonly Deed[] = [
  {
    rows: 'S4.1',
    does: async (run) => {
      await takes(run, 5)
      await run.presses('NoCorrectAmount')
    },
  },
  { rows: 'S4.2', does: (run) => run.presses('NoCorrectAmount'), shows: async (run) => { await expect(run.renter.errorOf('pictures')).toHaveAttribute('data-error-key', 'Atleast5Images') } },
  { rows: 'S4.3', does: (run) => run.presses('YesItsCorrect') },
  { rows: 'S4.4', does: (run) => run.presses('Back') },
  { rows: 'S4.5', does: (run) => run.presses('YesItsCorrect') },
  { rows: 'S4.6', does: (run) => run.presses('Back') },
]
