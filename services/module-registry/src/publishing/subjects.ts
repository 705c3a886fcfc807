import type { Signed } from '@checkin/releases'
import { digestOf } from '@checkin/releases/attestation'
import type { CheckedFile } from './upload.ts'

/** Name of the manifest among the subjects of a build; no file has it. */
export const manifestSubject = 'manifest'

/** What a build brought, by name and SHA-256: its manifest and every file. */
export const subjectsOf = (manifest: Signed, files: readonly CheckedFile[]): Record<string, string> =>
  ({ ...Object.fromEntries(files.map(({ path, bytes }) => [`files/${path}`, digestOf(bytes)])), [manifestSubject]: digestOf(manifest.payload) })
