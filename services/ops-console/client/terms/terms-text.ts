import type { Language } from '@checkin/api/languages'
import type { TermsDraft, TermsOverview } from '@checkin/internal'

/** How a draft of terms stands, in words. */
export const termsDraftStateNames: Readonly<Record<TermsDraft['state'], string>> = {
  draft: 'Draft', waiting: 'Waits for a second person', published: 'Published', withdrawn: 'Taken back before its day', rejected: 'Given up', outdated: 'Not published',
}

/** How a version stands on a day. */
export type VersionState = 'coming' | 'present' | 'former'

export const versionStateNames: Readonly<Record<VersionState, string>> = { coming: 'its day will come', present: 'in force', former: 'former' }

/** One version of a document in its languages. */
export interface DocumentVersion {
  readonly validFrom: string
  readonly state: VersionState
  readonly texts: readonly TermsOverview['versions'][number][]
}

/** A document with its versions, newest first. */
export interface TermsDocument {
  readonly tag: string
  /** Whether the tenant's renters must agree to it. */
  readonly isAsked: boolean
  readonly versions: readonly DocumentVersion[]
}

/** The day of the version of a document that is in force on a day: the newest that has begun (decision 0122); undefined for none. */
export const dayInForce = ({ versions }: Pick<TermsOverview, 'versions'>, tag: string, today: string): string | undefined =>
  versions.filter((version) => version.tag === tag && version.validFrom <= today).map(({ validFrom }) => validFrom).sort().at(-1)

/** The texts of a version of a document, without what they say. */
export const textsOf = ({ versions }: Pick<TermsOverview, 'versions'>, tag: string, validFrom: string | undefined): TermsOverview['versions'] =>
  versions.filter((version) => version.tag === tag && version.validFrom === validFrom)

/** The documents of a tenant: those that it asks for in their order, also without a text, then what else there is. */
export function documentsOf(overview: Pick<TermsOverview, 'versions' | 'today'>, asked: readonly string[]): readonly TermsDocument[] {
  const { versions, today } = overview
  return [...new Set([...asked, ...versions.map(({ tag }) => tag)])].map((tag) => {
    const own = versions.filter((version) => version.tag === tag)
    const present = dayInForce(overview, tag, today)
    const stateOf = (day: string): VersionState => (day === present ? 'present' : day > today ? 'coming' : 'former')
    const days = [...new Set(own.map(({ validFrom }) => validFrom))].sort().reverse()
    return { tag, isAsked: asked.includes(tag), versions: days.map((validFrom) => ({ validFrom, state: stateOf(validFrom), texts: own.filter((version) => version.validFrom === validFrom) })) }
  })
}

/** Languages of the tenant in which renters find no text of their own in a version, and read another one. */
export const missingLanguages = (offered: readonly Language[], has: readonly string[]): readonly Language[] => offered.filter((language) => !has.includes(language))

/**
 * The day of the version that a draft is compared with: before it is published the one that is in force, afterwards the one before its own; undefined for the first of its
 * document.
 */
export function comparedDay({ tag, validFrom, state }: Pick<TermsDraft, 'tag' | 'validFrom' | 'state'>, overview: Pick<TermsOverview, 'versions' | 'today'>): string | undefined {
  if (state !== 'published') return dayInForce(overview, tag, overview.today)
  return overview.versions.filter((version) => version.tag === tag && version.validFrom < validFrom).map((version) => version.validFrom).sort().at(-1)
}
