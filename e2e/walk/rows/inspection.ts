import { expect } from '@playwright/test'
import { picture } from '../../pages/driver.ts'
import type { Deed } from '../edge.ts'
import type { Run } from '../run.ts'

/** Takes as many pictures as are missing. */
async function takes(run: Run, count: number): Promise<void> {
  const taken = run.page.locator('[data-picture]')
  const missing = count - await taken.count()
  if (missing > 0) await run.page.locator('input[name="pictures"]').setInputFiles(Array.from({ length: missing }, () => picture(32, 32)))
  await expect(taken).toHaveCount(count)
}

/** S4: looking at the vehicle; nothing of it is sent. */
export const inspection: readonly Deed[] = [
  {
    rows: 'S4.1',
    does: async (run) => {
      await takes(run, 5)
      await run.presses('NoCorrectAmount')
    },
    then: () => ({ hasPictures: true }),
  },
  { rows: 'S4.2', when: ({ hasPictures }) => !hasPictures, does: (run) => run.presses('NoCorrectAmount'), shows: async (run) => { await expect(run.renter.errorOf('pictures')).toHaveAttribute('data-error-key', 'Atleast5Images') } },
  { rows: 'S4.3', does: (run) => run.presses('YesItsCorrect') },
  {
    rows: 'S4.4', does: (run) => run.presses('Back'),
    shows: async (run) => { await expect(run.page.locator('[data-picture]')).toHaveCount(5) },
  },
  { rows: 'S4.5', does: (run) => run.presses('YesItsCorrect'), then: () => ({ hasPictures: false }) },
  { rows: 'S4.6', does: (run) => run.presses('Back') },
]
