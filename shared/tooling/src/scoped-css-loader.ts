import type { LoaderContext } from '@rspack/core'

/** At-rules that cannot stand inside another rule. */
const atTop = /^@(charset|import|namespace|keyframes|-webkit-keyframes|font-face|property|layer\s+[\w.,\s-]+;|counter-style)/

/** Splits a stylesheet into its top-level statements; comments and strings may hold any brace. */
export function statementsOf(css: string): readonly string[] {
  const statements: string[] = []
  let depth = 0
  let start = 0
  for (const token of css.matchAll(/\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g)) {
    if (token[0] === '{') depth += 1
    if (token[0] === '}') depth -= 1
    if (depth === 0 && (token[0] === '}' || token[0] === ';')) {
      const end = token.index + 1
      statements.push(css.slice(start, end).trim())
      start = end
    }
  }
  const rest = css.slice(start).trim()
  return rest === '' ? statements : [...statements, rest]
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').trim()

/**
 * Wraps the rules of a module's stylesheet so that they match only inside this version of this module.
 * `:where` adds no weight: the module's rules compare among themselves as they were written.
 */
export function scopedCss(css: string, name: string, version: string): string {
  const statements = statementsOf(css)
  const outside = statements.filter((statement) => atTop.test(withoutComments(statement)))
  const inside = statements.filter((statement) => !outside.includes(statement))
  return [...outside, `:where([data-module="${name}"][data-module-version="${version}"]) {`, ...inside, '}', ''].join('\n')
}

interface Options {
  readonly name: string
  readonly version: string
}

/** The loader's entry: Rspack asks for a default export. */
export default function scopedCssLoader(this: LoaderContext<Options>, css: string): string {
  const { name, version } = this.getOptions()
  return scopedCss(css, name, version)
}
