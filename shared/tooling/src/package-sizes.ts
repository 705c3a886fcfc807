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

/** Sizes of `packages` (folders) from the project's files; `linesOf` counts the lines of one. A package in a package counts for the inner one. */
export function packageSizes(packages: readonly string[], files: readonly string[], linesOf: (path: string) => number): readonly PackageSize[] {
  const owners = [...packages].sort((one, other) => other.length - one.length)
  const sizes = new Map(packages.map((path) => [path, { path, files: 0, lines: 0, testFiles: 0, testLines: 0 }]))
  for (const file of files.filter((path) => source.test(path))) {
    const size = sizes.get(owners.find((owner) => file.startsWith(`${owner}/`)) ?? '')
    if (!size) continue
    const lines = linesOf(file)
    if (test.test(file)) Object.assign(size, { testFiles: size.testFiles + 1, testLines: size.testLines + lines })
    else Object.assign(size, { files: size.files + 1, lines: size.lines + lines })
  }
  return [...sizes.values()].sort((one, other) => one.path.localeCompare(other.path))
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
