import * as z from 'zod/mini'
import type { PageData } from '@checkin/releases'

const moduleShape = {
  name: z.string(),
  version: z.string(),
  uniqueName: z.string(),
  base: z.string(),
  entry: z.string(),
  integrity: z.record(z.string(), z.string()),
  steps: z.array(z.string()),
  ahead: z.optional(z.array(z.string())),
}

const Module = z.object({ ...moduleShape, lastGood: z.optional(z.object(moduleShape)) })

const Page = z.object({
  tenant: z.object({ host: z.string(), name: z.string(), timeZone: z.string() }),
  language: z.string(),
  config: z.unknown(),
  terms: z.unknown(),
  release: z.object({ setId: z.number(), shellVersion: z.string() }),
  modules: z.record(z.string(), Module),
})

/** The page has no data, or not what the site server promises; there is nothing to start with then. */
export class PageDataError extends Error {
  override readonly name = 'PageDataError'
}

/** What the site server wrote into the page: tenant, language, configuration and the release set. */
export function readPageData(page: Pick<Document, 'getElementById'> = document): PageData {
  const text = page.getElementById('page-data')?.textContent
  if (!text) throw new PageDataError('the page carries no #page-data')
  const read = Page.safeParse(parsed(text))
  if (!read.success) throw new PageDataError(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  return read.data as PageData
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PageDataError('#page-data is not JSON')
  }
}
