import type { PageData } from '@checkin/releases'

/** Where a tab keeps the number of the release set of which a page was damaged or stopped answering; also while one is open, which takes it away when it goes. */
export const lastGoodKey = 'checkin.lastGood'

/** The module versions that this page runs: those of its release set, or the last good ones where the page before it was damaged or stopped answering (DEC-242). */
export function modulesToRun({ modules, release }: Pick<PageData, 'modules' | 'release'>): PageData['modules'] {
  try {
    if (sessionStorage.getItem(lastGoodKey) === String(release.setId)) return Object.fromEntries(Object.entries(modules).map(([name, module]) => [name, module.lastGood ?? module]))
  } catch {
    // A browser may refuse storage: then a page that is loaded again is as it was.
  }
  return modules
}
