export type { DocumentReading } from './read-mrz.ts'
export { scanDocument } from './scan-document.ts'
