import { PageData } from '@checkin/releases/page-data'

/** The page has no data, or not what the site server promises; there is nothing to start with then. */
export class PageDataError extends Error {
  override readonly name = 'PageDataError'
}

/** What the site server wrote into the page: tenant, language, configuration and the release set. */
export function readPageData(page: Pick<Document, 'getElementById'> = document): PageData {
  const text = page.getElementById('page-data')?.textContent
  if (!text) throw new PageDataError('the page carries no #page-data')
  const read = PageData.safeParse(parsed(text))
  if (!read.success) throw new PageDataError(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  return read.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PageDataError('#page-data is not JSON')
  }
}
