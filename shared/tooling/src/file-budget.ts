import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that holds more than its name says: warned about from 200 lines, refused from 300. */
export interface LongFile {
  readonly path: string
  readonly lines: number
  readonly result: 'warn' | 'fail'
}

const warnAbove = 200
const failAbove = 300

/** Tables, locales, generated files, demo data and tests may be long: their length is their content. */
const exempt = [/\.test\.tsx?$/, /-table\.ts$/, /\/locales\//, /\/fixtures\//, /\.fixture\.(ts|json)$/, /generated/, /\.d\.ts$/, /\/data\//, /\.words\.ts$/, /^e2e\//]

/** The long files among `paths` (relative to `root`). */
export const longFiles = (root: string, paths: readonly string[]): LongFile[] =>
  paths
    .filter((path) => /\.(ts|tsx|css)$/.test(path) && !exempt.some((pattern) => pattern.test(path)))
    .flatMap((path) => {
      const lines = readFileSync(join(root, path), 'utf8').split('\n').length - 1
      return lines > warnAbove ? [{ path, lines, result: lines > failAbove ? ('fail' as const) : ('warn' as const) }] : []
    })
    .sort((a, b) => b.lines - a.lines)
