import { isLanguage, type Language } from '@checkin/api/languages'
import { internalContract as internal, type TermsContent, type TermsContents, type TermsDecision, type TermsDraftRequest } from '@checkin/internal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { saveFile } from '../frame/download.ts'

export const useTerms = (id: string) => useQuery({ queryKey: ['terms', id], queryFn: () => call(internal.listTermsVersions, { params: { id } }), refetchInterval: 5000 })

export const useTermsDraft = (id: string, draftId: string) =>
  useQuery({ queryKey: ['terms', id, 'draft', draftId], enabled: draftId !== '', refetchInterval: 5000, queryFn: () => call(internal.getTermsDraft, { params: { id, draftId } }) })

/** Which version of a document. */
export interface VersionOf {
  readonly tag: string
  /** Undefined for none, which has no texts. */
  readonly validFrom: string | undefined
  /** Its texts; another version of the same day, after one was taken back, has other hashes. */
  readonly texts: readonly { readonly language: string; readonly hash: string }[]
}

/** What a version says in all its languages. One that is there never changes, so each language is asked for once. */
export const useTermsContents = (id: string, { tag, validFrom, texts }: VersionOf) => useQuery({
  queryKey: ['terms-version', id, tag, validFrom, texts.map(({ hash }) => hash)], staleTime: Infinity, refetchInterval: false,
  queryFn: async (): Promise<TermsContents> => Object.fromEntries(validFrom === undefined ? [] : await Promise.all(texts.map(({ language }) => language).filter(isLanguage).map(async (language) => {
    const { content } = await call(internal.getTermsVersion, { params: { id, tag, language, validFrom } })
    return [language, content] as const
  }))) as TermsContents,
})

function useTermsChange<Variables, Answer>(send: (variables: Variables) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: send, onSettled: () => queries.invalidateQueries({ queryKey: ['terms'] }) })
}

/** Keeps a draft; its id is the caller's and stays the same when the call is repeated. */
export const useSaveTermsDraft = () => useTermsChange(({ id, draftId, request }: { readonly id: string; readonly draftId: string; readonly request: TermsDraftRequest }) =>
  call(internal.putTermsDraft, { params: { id, draftId }, body: request }))

export const useDecideTermsDraft = () => useTermsChange(({ id, draftId, action }: { readonly id: string; readonly draftId: string; readonly action: TermsDecision['action'] }) =>
  call(internal.decideTermsDraft, { params: { id, draftId }, body: { action } }))

/** One text of a document, as it would be valid from a day on. */
export interface TextOf {
  readonly id: string
  readonly tag: string
  readonly language: Language
  readonly validFrom: string
  readonly content: TermsContent
}

/** Saves a text as the file that renters get (VERIF-12); nothing is kept at the server. */
export const useTermsFile = () => useMutation({
  mutationFn: async ({ id, tag, language, validFrom, content }: TextOf) => {
    saveFile(`${tag}-${language}-${validFrom}.pdf`, await call(internal.previewTerms, { params: { id }, body: { language, validFrom, content } }))
  },
})
