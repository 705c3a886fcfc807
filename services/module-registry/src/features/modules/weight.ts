import type { ModuleManifest } from '@checkin/releases'
import type { StoredFile } from './compress.ts'

/** Brotli bytes that a module may weigh without an approved exception (quality.md). */
export const largestOwnBytes = 60_000

/** Brotli bytes of a module's own scripts and styles: what it adds to the shell, its words apart. */
export function ownBytesOf(manifest: ModuleManifest, files: readonly StoredFile[]): number {
  const words = new Set(Object.values(manifest.words).flat())
  return files.filter(({ path }) => /\.(js|css)$/.test(path) && !words.has(path))
    .reduce((sum, { brotli, bytes }) => sum + (brotli ?? bytes).length, 0)
}
