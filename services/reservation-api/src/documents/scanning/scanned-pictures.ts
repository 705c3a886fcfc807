import { looksLikeImage, type ImageReader } from '../images/image-reader.ts'
import type { Scanner, ScanResult } from './clamd.ts'

export interface ScanOptions {
  readonly isRequired: boolean
  /** Hears of each file that was not found clean; nothing of the file. */
  readonly notify: (result: Exclude<ScanResult, { readonly kind: 'clean' }>) => void
}

/**
 * Has each file scanned before a decoder sees it (ASVS 5.4.3). One with malware is no picture that is taken; one that could not be scanned may be sent
 * again, as where there was no time to decode it, unless the installation takes it then all the same.
 */
export const scannedPictures = (reader: ImageReader, scan: Scanner, { isRequired, notify }: ScanOptions): ImageReader => ({
  read: async (file, use) => {
    if (!looksLikeImage(file, use)) return { kind: 'refused', problem: 'WrongType' }
    const result = await scan(file)
    if (result.kind !== 'clean') notify(result)
    if (result.kind === 'infected') return { kind: 'refused', problem: 'Malware' }
    return result.kind === 'unknown' && isRequired ? { kind: 'slow' } : reader.read(file, use)
  },
  stop: () => { reader.stop() },
})
