import { sql, type Selectable, type Transaction } from 'kysely'
import type { TermsContent } from '@checkin/internal'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { storedContent } from './terms-content.ts'
import type { Tables } from '../tables.ts'

type Tx = Transaction<Tables>
export type TermsRow = Selectable<Tables['terms_document']>

/** A document by its names and its hash, without what it says. `validFrom` is a plain date. */
export interface TermsVersion {
  readonly tag: string
  readonly language: string
  readonly validFrom: string
  readonly title: string
  readonly hash: string
}

const versionColumns = ['tag', 'language', 'valid_from as validFrom', 'title', 'hash'] as const

/** Where a renter's language has no text (DEC-112). */
const fallback = 'en'

/** The tenant's today, less some days. */
const dayThere = ({ settings }: Tenant, daysAgo: number) => sql<string>`(now() at time zone ${settings.timeZone})::date - ${daysAgo}::integer`

/**
 * Every language of the versions that are valid on a day, in the order in which the tenant asks for them. The newest day of validity of a
 * document is its version, whatever the language: what a language lacks of it is read in another, never in an older version.
 */
async function validVersions(transaction: Tx, tenant: Tenant, daysAgo: number): Promise<readonly TermsVersion[]> {
  if (tenant.settings.terms.length === 0) return []
  const rows = await transaction.selectFrom('terms_document').select(versionColumns)
    .where('tenant_id', '=', tenant.id).where('tag', 'in', tenant.settings.terms).where('valid_from', '<=', dayThere(tenant, daysAgo)).execute()
  return tenant.settings.terms.flatMap((tag) => {
    const own = rows.filter((row) => row.tag === tag)
    const newest = own.map(({ validFrom }) => validFrom).sort().at(-1)
    return own.filter(({ validFrom }) => validFrom === newest)
  })
}

/** What a renter is asked to agree to today, in a language or the nearest to it (API-06); empty where the tenant has nothing to agree to. */
export async function validTerms(transaction: Tx, tenant: Tenant, language: string): Promise<readonly TermsVersion[]> {
  const versions = await validVersions(transaction, tenant, 0)
  return [...new Set(versions.map(({ tag }) => tag))].flatMap((tag) => {
    const own = versions.filter((version) => version.tag === tag)
    return own.find((version) => version.language === language) ?? own.find((version) => version.language === fallback) ?? own[0] ?? []
  })
}

/** Whether renters of the tenant must agree to anything (DEC-11, DEC-95). */
export const areTermsAsked = async (transaction: Tx, tenant: Tenant): Promise<boolean> => (await validVersions(transaction, tenant, 0)).length > 0

/** What a page says that it showed. */
export interface ShownTerms {
  readonly tag: string
  readonly hash: string
}

/**
 * The documents that an acceptance is of: those that the page showed, as far as they are valid, or were until yesterday while it stood open;
 * without its word those that are valid now. Null when something else was shown, or something was not.
 */
export async function acceptedVersions(transaction: Tx, tenant: Tenant, language: string, shown: readonly ShownTerms[] | undefined): Promise<readonly TermsVersion[] | null> {
  const asked = await validTerms(transaction, tenant, language)
  if (shown === undefined) return asked
  const known = [...await validVersions(transaction, tenant, 0), ...await validVersions(transaction, tenant, 1)]
  const found = asked.map(({ tag }) => known.find((version) => version.tag === tag && shown.some((each) => each.tag === tag && each.hash === version.hash)))
  return found.every((version) => version !== undefined) ? found : null
}

/** One document with what it says; null when there is none of that hash. */
export async function termsByHash(transaction: Tx, tenantId: string, hash: string): Promise<TermsRow | null> {
  return await transaction.selectFrom('terms_document').selectAll().where('tenant_id', '=', tenantId).where('hash', '=', hash).limit(1).executeTakeFirst() ?? null
}

/** The plain date that it is at the tenant's. */
export const todayAt = async (transaction: Tx, tenant: Tenant): Promise<string> => (await sql<{ today: string }>`select (${dayThere(tenant, 0)})::text as today`.execute(transaction)).rows[0]?.today ?? ''

/** All versions of a tenant with how many renters agreed to each, newest first. */
export function allVersions(transaction: Tx, tenantId: string) {
  return transaction.selectFrom('terms_document').select(versionColumns).select(['actor', 'created_at as createdAt'])
    .select((eb) => eb.selectFrom('terms_acceptance_document as accepted').select(sql<number>`count(*)::integer`.as('count'))
      .whereRef('accepted.tenant_id', '=', 'terms_document.tenant_id').whereRef('accepted.tag', '=', 'terms_document.tag')
      .whereRef('accepted.language', '=', 'terms_document.language').whereRef('accepted.valid_from', '=', 'terms_document.valid_from').as('acceptances'))
    .where('tenant_id', '=', tenantId).orderBy('tag').orderBy('valid_from', 'desc').orderBy('language').execute()
}

export interface NewVersion {
  readonly tag: string
  readonly language: string
  /** Plain date in the tenant's time zone. */
  readonly validFrom: string
  readonly content: TermsContent
  /** Who puts it, for the record. */
  readonly actor: string
  /** Whether a second person approved it, or none is needed (DEC-348). */
  readonly isApproved?: boolean
}

/** Why a version cannot stand beside those that are there: its day says something else already, or renters were shown another text from that day on. */
export type DayProblem = 'DayIsTaken' | 'DayIsPast'

/** A version as others are compared with it: its day, and the hash of what it says in each language. */
interface OnADay {
  readonly tag: string
  readonly validFrom: string
  readonly hashes: Readonly<Record<string, string>>
}

/**
 * What keeps texts from being a version of a document from a day on; null for nothing. The first version may be valid from any day, each other from today on. To the version
 * that is in force a language may be added: until then its renters read another one, and nobody else's text changes by it. What is there already is no problem.
 */
export async function dayProblem(transaction: Tx, tenant: Tenant, { tag, validFrom, hashes }: OnADay): Promise<DayProblem | null> {
  const rows = await transaction.selectFrom('terms_document')
    .select(['language', 'valid_from', 'hash', sql<boolean>`valid_from <= ${dayThere(tenant, 0)}`.as('hasBegun'), sql<boolean>`${validFrom}::date < ${dayThere(tenant, 0)}`.as('isPast')])
    .where('tenant_id', '=', tenant.id).where('tag', '=', tag).execute()
  const thatDay = rows.filter((row) => row.valid_from === validFrom)
  if (thatDay.some(({ language, hash }) => hashes[language] !== undefined && hashes[language] !== hash)) return 'DayIsTaken'
  const isThere = Object.keys(hashes).every((language) => thatDay.some((row) => row.language === language))
  const present = rows.filter(({ hasBegun }) => hasBegun).map((row) => row.valid_from).sort().at(-1)
  const isPast = rows.some((row) => row.isPast)
  return isThere || !isPast || present === validFrom ? null : 'DayIsPast'
}

/** `taken`: that version says something else already. `past`: renters were shown another text on that day. `unapproved`: a second person has to approve it first. */
export type PutVersion =
  | { readonly kind: 'stored' | 'same'; readonly hash: string }
  | { readonly kind: 'taken' }
  | { readonly kind: 'past' }
  | { readonly kind: 'unapproved' }

/** Adds a version; one that is there already is never changed. */
export async function putVersion(transaction: Tx, tenant: Tenant, { tag, language, validFrom, content, actor, isApproved = true }: NewVersion): Promise<PutVersion> {
  const { content: stored, hash } = storedContent(content)
  // Of two at once the second sees what the first one added.
  await transaction.selectFrom('tenant').where('id', '=', tenant.id).select('id').forUpdate().executeTakeFirst()
  const problem = await dayProblem(transaction, tenant, { tag, validFrom, hashes: { [language]: hash } })
  if (problem !== null) return { kind: problem === 'DayIsTaken' ? 'taken' : 'past' }
  const there = await transaction.selectFrom('terms_document').select('hash').where('tenant_id', '=', tenant.id).where('tag', '=', tag).where('language', '=', language).where('valid_from', '=', validFrom).executeTakeFirst()
  if (there) return { kind: 'same', hash }
  if (!isApproved) return { kind: 'unapproved' }
  await transaction.insertInto('terms_document').values({ tenant_id: tenant.id, tag, language, valid_from: validFrom, title: content.title, hash, content: stored, actor }).execute()
  return { kind: 'stored', hash }
}
