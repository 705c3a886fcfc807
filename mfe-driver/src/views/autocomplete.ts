import type { Subject } from '../subject.ts'

/** The browser's own filling: an additional driver's data are a section of their own, so that the renter's are not proposed for them. */
export const section = (subject: Subject, token: string): string => (subject === 'main' ? token : `section-adddriver ${token}`)
