import type { OwnTexts } from '@checkin/releases'
import { offeredLanguages, type Language } from '@checkin/api/languages'
import type { TenantPage } from './tenant-pages.ts'

/** Mails are written elsewhere. */
const isOfPage = (id: string): boolean => !id.startsWith('mail:')

/** Texts of pages that a company words itself in one language, by id. */
export const ownTextsIn = ({ texts }: Pick<TenantPage, 'texts'>, language: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts?.[language] ?? {}).filter(([id]) => isOfPage(id)))

/** The same in all languages of the company, as the page's code takes them; undefined where all are the product's. */
export function ownTextsOfPage(tenant: Pick<TenantPage, 'config' | 'texts'>): OwnTexts | undefined {
  const found = offeredLanguages(tenant.config.locales).flatMap((language) => {
    const own = Object.entries(ownTextsIn(tenant, language))
    return own.length === 0 ? [] : [[language, byNamespace(own)] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

function byNamespace(texts: readonly (readonly [id: string, text: string])[]): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const spaces: Record<string, Record<string, string>> = {}
  for (const [id, text] of texts) {
    const end = id.indexOf(':')
    ;(spaces[id.slice(0, end)] ??= {})[id.slice(end + 1)] = text
  }
  return spaces
}
