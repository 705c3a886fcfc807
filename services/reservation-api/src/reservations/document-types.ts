import type { Language } from '@checkin/i18n'

/** Words of the two kinds of identity document (API-03). */
export const documentTypeNames: Readonly<Record<Language, Readonly<Record<'id-card' | 'passport', string>>>> = {
  en: { 'id-card': 'National identity document', passport: 'Passport' },
  pt: { 'id-card': 'Documento de identidade nacional', passport: 'Passaporte' },
  fr: { 'id-card': 'Carte nationale d’identité', passport: 'Passeport' },
}
