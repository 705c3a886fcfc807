import { addDays, choice, createForm, formSchema, image, plainDate, text, type FormModel, type FormSchema } from '@checkin/forms'
import { documentSwitch, imageSwitch, isRequired, type Switch } from '../../domain/field-switches.ts'
import { $facts, type Facts } from '../../entry/facts.ts'
import type { Subject } from '../../subject.ts'

export const documentFields = ['idType', 'id', 'issueDate', 'expiryDate', 'issuePlace', 'imageFront', 'imageBack'] as const
export type DocumentField = (typeof documentFields)[number]

/** Characters of an issue place (CONST-07) and of a document number. */
export const issuePlaceLength = 20
export const documentNumberLength = 40

const isImage = (field: string): boolean => field === 'imageFront' || field === 'imageBack'

/** Which fields of the document show and which must be filled (DRIVER-40 to DRIVER-42). */
export const documentSwitchOf = ({ rules, upload }: Pick<Facts, 'rules' | 'upload'>, field: DocumentField): Switch =>
  (isImage(field) ? imageSwitch(rules, 'document', field, upload) : documentSwitch(rules, 'document', field))

/** First expiry date that will do: the day after the return (DRIVER-45, DEC-35). */
export const firstExpiry = ({ trip }: Pick<Facts, 'trip'>): string | undefined => (trip ? addDays(trip.dropOff, 1) : undefined)

/** DRIVER-41 to DRIVER-46. */
export function documentRules(facts: Facts): FormSchema {
  const required = (field: DocumentField): boolean => isRequired(documentSwitchOf(facts, field))
  const earliest = firstExpiry(facts)
  const rules = {
    idType: choice({ required: required('idType'), ...(facts.documentTypes.length > 0 && { of: facts.documentTypes.map(({ id }) => id) }) }),
    id: text({ required: required('id'), maxLength: documentNumberLength }),
    issueDate: plainDate({ required: required('issueDate'), ...(facts.trip && { max: facts.trip.pickUp }) }),
    expiryDate: plainDate({ required: required('expiryDate'), ...(earliest !== undefined && { min: earliest }) }),
    issuePlace: text({ required: required('issuePlace'), maxLength: issuePlaceLength }),
    imageFront: image({ required: required('imageFront') }),
    imageBack: image({ required: required('imageBack') }),
  }
  return formSchema(Object.fromEntries(documentFields.filter((field) => documentSwitchOf(facts, field).visible).map((field) => [field, rules[field]])))
}

/** The identity document. Its number and images live in memory only (DEC-18). */
export const createDocumentForm = (subject: Subject): FormModel<DocumentField> =>
  createForm({
    name: `driver-document/${subject}`,
    fields: {
      idType: { type: 'select' },
      id: { type: 'string', regexAllowed: 'lettersDigits', maxLength: documentNumberLength, draft: false },
      issueDate: { type: 'date' },
      expiryDate: { type: 'date' },
      issuePlace: { type: 'string', maxLength: issuePlaceLength },
      imageFront: { type: 'image' },
      imageBack: { type: 'image' },
    },
    context: $facts,
    schema: documentRules,
  })
