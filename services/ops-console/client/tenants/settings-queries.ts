import type { Language } from '@checkin/api/languages'
import { internalContract as internal, type DraftDecision, type TenantSettings, type TenantTexts } from '@checkin/internal'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'

export const useSettingsHistory = (id: string) => useQuery({ queryKey: ['settings', id], queryFn: () => call(internal.getSettingsHistory, { params: { id } }), refetchInterval: 5000 })

/** A revision never changes, so it is asked for once. */
export const useSettingsRevision = (id: string, revision: number) =>
  useQuery({ queryKey: ['settings', id, 'revision', revision], enabled: revision > 0, refetchInterval: false, queryFn: () => call(internal.getSettingsRevision, { params: { id, revision } }) })

export const useSettingsDraft = (id: string, draftId: string) =>
  useQuery({ queryKey: ['settings', id, 'draft', draftId], enabled: draftId !== '', refetchInterval: 5000, queryFn: () => call(internal.getSettingsDraft, { params: { id, draftId } }) })

/** The product's texts of a language; they change with a release of the reservation service alone. */
export const useProductTexts = (language: Language) => useQuery({ queryKey: ['texts', language], staleTime: Infinity, refetchInterval: false, queryFn: () => call(internal.listProductTexts, { params: { language } }) })

/** A mail with these texts of the company's own. */
export const useMailPreview = (id: string, mail: string, language: Language, texts: TenantTexts) => useQuery({
  queryKey: ['mail', id, mail, language, texts], refetchInterval: false, placeholderData: keepPreviousData, queryFn: () => call(internal.previewMail, { params: { id, mail }, body: { language, texts } }),
})

function useSettingsChange<Variables, Answer>(send: (variables: Variables) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: send, onSettled: () => Promise.all([['settings'], ['tenants'], ['tenant-changes']].map((queryKey) => queries.invalidateQueries({ queryKey }))) })
}

/** What a draft is saved with; its id is the caller's and stays the same when the call is repeated. */
export interface SavedDraft {
  readonly id: string
  readonly draftId: string
  readonly note: string
  readonly settings: TenantSettings
  /** The revision of the tenant that was seen. */
  readonly revision: number
}

/** Keeps a draft; a CallError 412 says that somebody changed the tenant meanwhile. */
export const useSaveDraft = () => useSettingsChange(({ id, draftId, note, settings, revision }: SavedDraft) =>
  call(internal.putSettingsDraft, { params: { id, draftId }, body: { note, settings } }, { ifMatch: revision }))

export const useDecideDraft = () => useSettingsChange(({ id, draftId, decision }: { readonly id: string; readonly draftId: string; readonly decision: DraftDecision }) =>
  call(internal.decideSettingsDraft, { params: { id, draftId }, body: decision }))

/** Goes back to the revision before the present one. */
export const useRestoreSettings = () => useSettingsChange(({ id, to, present }: { readonly id: string; readonly to: number; readonly present: number }) =>
  call(internal.restoreSettings, { params: { id, revision: to } }, { ifMatch: present }))
