import type { Language } from '@checkin/i18n'

/** Languages of the pages, mails and documents (DEC-03). */
export const languages: readonly Language[] = ['en', 'pt', 'fr']
