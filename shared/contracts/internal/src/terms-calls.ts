import * as z from 'zod'
import { endpoint } from './access.ts'
import { TermsContent } from './terms-content.ts'
import { FullTermsDraft, TermsDay, TermsDecision, TermsDraft, TermsDraftRequest, TermsPreviewRequest, TermsTag } from './terms-drafts.ts'

const moment = z.string().meta({ description: 'ISO 8601 in UTC.' })
const anyTenant = z.object({ id: z.string().meta({ description: 'Id of the tenant.' }) })
const noTenant = { status: 404, code: 'NotFound' }
const draftClosed = { status: 409, code: 'DraftClosed' }
const unusable = { status: 422, code: 'UnusableTerms' }
const needsSecondPerson = { status: 409, code: 'NeedsSecondPerson' }

const versionParams = anyTenant.extend({ tag: TermsTag, language: z.string().regex(/^[a-z]{2}$/), validFrom: TermsDay })
const versionPath = '/internal/v1/tenants/:id/terms/:tag/:language/:validFrom'
const versionAnswer = { tag: z.string(), language: z.string(), validFrom: z.string(), hash: z.string().meta({ description: 'SHA-256 of the content, hexadecimal: what an acceptance names.' }) }
const versionRow = z.object({ ...versionAnswer, title: z.string(), actor: z.string(), createdAt: moment, acceptances: z.int() })

/** All versions of a tenant's documents, and what is prepared. */
export const TermsOverview = z.object({
  versions: z.array(versionRow), drafts: z.array(TermsDraft).meta({ description: 'Newest first.' }),
  today: z.string().meta({ description: 'The plain date in the tenant\'s time zone: a version is in force when it is the newest that has begun.' }),
  needsApproval: z.boolean().meta({ description: 'Whether a second person approves what renters are asked to agree to.' }),
})
export type TermsOverview = z.infer<typeof TermsOverview>

const draftPath = '/internal/v1/tenants/:id/terms-drafts/:draftId'
const draftParams = anyTenant.extend({ draftId: z.uuid() })

/** Calls about the documents that a company has its renters agree to (decision 0122, DEC-348). */
export const termsCalls = {
  listTermsVersions: endpoint({
    name: 'listTermsVersions', method: 'GET', path: '/internal/v1/tenants/:id/terms', summary: 'Versions of the documents that renters agree to, how often each was agreed to, and drafts', access: 'operator',
    params: anyTenant, answer: TermsOverview, errors: [noTenant],
  }),
  getTermsVersion: endpoint({
    name: 'getTermsVersion', method: 'GET', path: versionPath, summary: 'One version with its content', access: 'operator', params: versionParams,
    answer: z.object({ ...versionAnswer, actor: z.string(), createdAt: moment, content: TermsContent }), errors: [noTenant],
  }),
  putTermsVersion: endpoint({
    name: 'putTermsVersion', method: 'PUT', path: versionPath, summary: 'Adds a version; one that is there is never changed. Where changes wait for a second person, a draft does it', access: 'operator', params: versionParams,
    body: TermsContent, bodyLimit: 4 * 1024 * 1024, answer: z.object(versionAnswer), statuses: [200, 201], errors: [noTenant, { status: 409, code: 'CannotUpdate' }, needsSecondPerson],
  }),
  getTermsDraft: endpoint({ name: 'getTermsDraft', method: 'GET', path: draftPath, summary: 'A draft of a document with what it says', access: 'operator', params: draftParams, answer: FullTermsDraft, errors: [noTenant] }),
  putTermsDraft: endpoint({
    name: 'putTermsDraft', method: 'PUT', path: draftPath, summary: 'Keeps a version that no renter reads yet, in all its languages; the same id again replaces it until it is submitted', access: 'operator', params: draftParams,
    body: TermsDraftRequest, bodyLimit: 12 * 1024 * 1024, answer: FullTermsDraft, errors: [noTenant, draftClosed, unusable],
  }),
  decideTermsDraft: endpoint({
    name: 'decideTermsDraft', method: 'POST', path: `${draftPath}/decision`, access: 'operator',
    summary: 'Submits a draft, approves it as a second person, gives it up, or takes it back before its day; the same again answers how it stands',
    params: draftParams, body: TermsDecision, answer: FullTermsDraft, errors: [noTenant, draftClosed, unusable, { status: 403, code: 'SamePerson' }, { status: 409, code: 'TermsInForce' }],
  }),
  previewTerms: endpoint({
    name: 'previewTerms', method: 'POST', path: '/internal/v1/tenants/:id/terms-preview', summary: 'A text as renters would read it, as PDF; nothing is kept', access: 'operator', params: anyTenant,
    body: TermsPreviewRequest, bodyLimit: 4 * 1024 * 1024, answer: 'pdf', errors: [noTenant, unusable],
  }),
} as const
