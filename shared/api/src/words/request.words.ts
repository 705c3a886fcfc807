import { Draft, DraftedForm, DraftForm, DraftKept } from '../contract/draft.contract.ts'
import { getRequestState, RequestState } from '../contract/request-state.contract.ts'
import { parameterWords, words, type WordsEntry } from './entry.ts'

export const requestWords: readonly WordsEntry[] = [
  parameterWords(getRequestState, 'params', { key: 'The Idempotency-Key that the call was sent with.' }),
  words(RequestState, 'RequestState', 'What became of a call.', { state: 'Under way, done, refused, or never seen in this session.' }),
  words(DraftForm, 'DraftForm', 'What was typed into one form.', { form: 'Name of the form.', texts: 'Texts by field; images are never among them.' }),
  words(DraftedForm, 'DraftedForm', 'What was typed into one form, as it was kept.', { form: 'Name of the form.', texts: 'Texts by field.' }),
  words(Draft, 'Draft', 'What was typed for a reservation and is not saved yet.', { forms: 'One entry per form.' }),
  words(DraftKept, 'DraftKept', 'The draft is kept.', { kept: 'False when nothing was typed, and what was there is gone.' }),
]
