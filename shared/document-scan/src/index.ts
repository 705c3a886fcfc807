export type { DocumentReading } from './read-mrz.ts'
export type { IdentityKind, IdentityReading, LicenceReading, ReadValue, Readings, ScanKind, ScanOptions, ScanResult, UnreadableReason } from './reading.ts'
export { scanDocument } from './scan-document.ts'
