import type { DocumentType } from '@checkin/api'
import type { Language } from '@checkin/i18n'

/** Words of the two kinds of identity document (API-03). */
const documentTypeNames: Readonly<Record<Language, Readonly<Record<'id-card' | 'passport', string>>>> = {
  en: { 'id-card': 'National identity document', passport: 'Passport' },
  pt: { 'id-card': 'Documento de identidade nacional', passport: 'Passaporte' },
  fr: { 'id-card': 'Carte nationale d’identité', passport: 'Passeport' },
  de: { 'id-card': 'Personalausweis', passport: 'Reisepass' },
  es: { 'id-card': 'Documento nacional de identidad', passport: 'Pasaporte' },
  it: { 'id-card': "Carta d'identità", passport: 'Passaporto' },
  nl: { 'id-card': 'Identiteitskaart', passport: 'Paspoort' },
  ar: { 'id-card': 'بطاقة الهوية الوطنية', passport: 'جواز السفر' },
}

/** The kinds of identity document, in one language (API-03). */
export const documentTypes = (language: Language): DocumentType[] => Object.entries(documentTypeNames[language]).map(([id, name]) => ({ id, name }))
