import type { TenantTexts } from '@checkin/internal'
import { shortName } from '@checkin/registry/words'

/** One text of the product beside the company's own. */
export interface TextRow {
  /** Namespace, colon, key. */
  readonly id: string
  /** Empty where the product has no such text any more. */
  readonly product: string
  /** Null where the product's is used. */
  readonly own: string | null
}

export interface TextFilter {
  /** Looked for in ids and in both wordings, whatever the case. */
  readonly search: string
  /** Namespace; empty for all. */
  readonly part: string
  /** Only those that the company words itself. */
  readonly isOwn: boolean
}

const partNames: Readonly<Record<string, string>> = { common: 'All pages: frame, fields, messages', support: 'Help and saving', mail: 'Mails and text messages' }

/** The namespace of a text. */
export const partOf = (id: string): string => id.slice(0, id.indexOf(':'))

/** What the texts of a namespace are of, in words. */
export const partName = (part: string): string => partNames[part] ?? `Module ${shortName(part)}`

/** The namespaces of texts, each once, in their order. */
export const partsOf = (product: Readonly<Record<string, string>>): readonly string[] => [...new Set(Object.keys(product).map(partOf))]

/** The texts of a language that a filter leaves, in the order of the product's; what only the company has comes last. */
export function textRows(product: Readonly<Record<string, string>>, own: TenantTexts[keyof TenantTexts], { search, part, isOwn }: TextFilter): readonly TextRow[] {
  const wanted = search.trim().toLowerCase()
  const ids = [...Object.keys(product), ...Object.keys(own ?? {}).filter((id) => product[id] === undefined)]
  return ids.map((id) => ({ id, product: product[id] ?? '', own: own?.[id] ?? null }))
    .filter((row) => (part === '' || partOf(row.id) === part) && (!isOwn || row.own !== null)
      && (wanted === '' || [row.id, row.product, row.own ?? ''].some((text) => text.toLowerCase().includes(wanted))))
}

/** Name of the mail that a text is of; null for texts of pages, of text messages and of every mail. */
export const mailOf = (id: string, mails: readonly string[]): string | null => mails.find((mail) => id.startsWith(`mail:${mail}.`)) ?? null
