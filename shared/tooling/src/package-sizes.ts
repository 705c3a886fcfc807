/** Sources of one package: files and lines, tests apart. */
export interface PackageSize {
  readonly path: string
  readonly files: number
  readonly lines: number
  readonly testFiles: number
  readonly testLines: number
}

const source = /\.(ts|tsx|css|mjs|sql)$/
const test = /\.(test|spec)\.tsx?$|(^|\/)tests?\/|^e2e\/|\.fixture\.tsx?$/

/** The project's files by the package (folder) that they are in; a package in a package has its own. */
export function filesByPackage(packages: readonly string[], files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const owners = [...packages].sort((one, other) => other.length - one.length)
  return Map.groupBy(files, (file) => owners.find((owner) => file.startsWith(`${owner}/`)) ?? '')
}

/** Sizes of `packages` (folders) from the project's files; `linesOf` counts the lines of one. */
export function packageSizes(packages: readonly string[], files: readonly string[], linesOf: (path: string) => number): readonly PackageSize[] {
  const byPackage = filesByPackage(packages, files.filter((path) => source.test(path)))
  const sum = (paths: readonly string[]): number => paths.reduce((lines, path) => lines + linesOf(path), 0)
  return packages.map((path) => {
    const { true: tests = [], false: shipped = [] } = Object.groupBy(byPackage.get(path) ?? [], (file) => `${test.test(file)}`)
    return { path, files: shipped.length, lines: sum(shipped), testFiles: tests.length, testLines: sum(tests) }
  }).sort((one, other) => one.path.localeCompare(other.path))
}

const begin = '<!-- Sizes: made by `npm run check -- --write`. -->'
const end = '<!-- End of sizes. -->'
const row = (size: Omit<PackageSize, 'path'>, name: string): string => `| ${name} | ${size.files} | ${size.lines} | ${size.testFiles} | ${size.testLines} |`

/** The document with its table of sizes made anew. */
export function withSizes(text: string, sizes: readonly PackageSize[]): string {
  const total = { files: 0, lines: 0, testFiles: 0, testLines: 0 }
  for (const size of sizes) for (const key of ['files', 'lines', 'testFiles', 'testLines'] as const) total[key] += size[key]
  const table = ['| package | files | lines | files of tests | lines of tests |', '|---|---:|---:|---:|---:|', ...sizes.map((size) => row(size, `\`${size.path}\``)), row(total, '**all**')].join('\n')
  const [before = '', rest = ''] = text.split(begin)
  return `${before}${begin}\n${table}\n${end}${rest.split(end)[1] ?? ''}`
}

/** The sizes that a document says. */
export const writtenSizes = (text: string): readonly PackageSize[] =>
  [...(text.split(begin)[1] ?? '').split(end)[0]?.matchAll(/^\| `([^`]+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm) ?? []].map(([, path = '', ...counts]) => {
    const [files = 0, lines = 0, testFiles = 0, testLines = 0] = counts.map(Number)
    return { path, files, lines, testFiles, testLines }
  })

/** Share of a written size that a package may differ by before the table has to follow, and the smallest difference that counts. */
const slack = 0.05
const least = { files: 2, lines: 40 }

/** Packages whose files or lines differ by more than 5 % from what is written, with both; tests may grow. */
export function differingSizes(written: readonly PackageSize[], now: readonly PackageSize[]): readonly string[] {
  const byPath = new Map(written.map((size) => [size.path, size]))
  const missing = written.filter(({ path }) => !now.some((size) => size.path === path)).map(({ path }) => `${path} is gone`)
  return [...missing, ...now.flatMap((size) => {
    const before = byPath.get(size.path)
    if (!before) return [`${size.path} is not in the table`]
    return (['files', 'lines'] as const).flatMap((key) =>
      Math.abs(size[key] - before[key]) > Math.max(least[key], before[key] * slack) ? [`${size.path}: ${size[key]} ${key}, the table says ${before[key]}`] : [])
  })]
}
