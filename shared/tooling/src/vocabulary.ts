import ts from 'typescript'

/** A word that this project does not use for its own things, as docs/glossary.md lists it. */
export interface BannedWord {
  /** Lower case, one or more parts: `take back` is found in `takeBack`, `$takenBack` only when it is listed too. */
  readonly words: readonly string[]
  /** Found in every text that declares a name with the word; a text without it needs no syntax tree. */
  readonly hint: RegExp
  /** What the field says instead. */
  readonly standard: string
  /** Beginnings of paths in which the word is banned; empty: everywhere. */
  readonly within: readonly string[]
  /**
   * What may stay: names of the specification, of HTTP, of tables and of libraries. An identifier, a field (`.verdict`: the property and what is
   * taken out of an object by its name, no other value), or the beginning of a path.
   */
  readonly except: readonly string[]
}

/** A banned word in a name. */
export interface BannedName {
  readonly path: string
  /** Counted from 1; 0 for the file's own name. */
  readonly line: number
  readonly name: string
  readonly standard: string
}

const heading = '## Words that are not used'
const codes = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** The word as part of an identifier, and what can follow the name of a declaration: neither prose nor a keyword has both often. */
function hintOf(words: readonly string[]): RegExp {
  const camel = words.map(([first = '', ...rest]) => `[${first}${first.toUpperCase()}]${rest.join('')}`).join('[_$\\d]*')
  return new RegExp(`(?:${camel}(?![a-z])|${words.join('_').toUpperCase()})[\\w$]*(?:\\s*[:=(,;<?}\\])!{]|\\s+(?:extends|implements|of|in)\\b)`)
}

/**
 * Reads the table below "Words that are not used": banned words in backticks, what is said instead, beginnings of paths or `everywhere`,
 * what may stay.
 */
export function bannedWords(glossary: string): readonly BannedWord[] {
  const rows = (glossary.split(heading)[1] ?? '').split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => {
    const [banned = '', standard = '', within = '', except = ''] = row.split('|').slice(1).map((cell) => cell.trim())
    return codes(banned).map((word) => {
      const words = word.toLowerCase().split(' ')
      return { words, hint: hintOf(words), standard, within: codes(within), except: codes(except) }
    })
  })
}

const parts = (name: string): readonly string[] => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/).map((part) => part.toLowerCase()).filter((part) => part !== '')

/** A column of a table keeps the name that its migration gave it. */
const isColumn = (name: string): boolean => /^[a-z\d]+(_[a-z\d]+)+$/.test(name)

function holds(name: readonly string[], words: readonly string[]): boolean {
  return name.some((_part, at) => words.every((word, offset) => name[at + offset] === word))
}

interface DeclaredName {
  readonly name: string
  readonly line: number
  readonly isField: boolean
}

/** Names that a source file gives to things; what it merely uses of others is not its own. */
function declaredNames(source: ts.SourceFile): readonly DeclaredName[] {
  const found: DeclaredName[] = []
  const visit = (node: ts.Node): void => {
    const name = (node as { readonly name?: ts.Node }).name
    const isField = (ts.isBindingElement(node) && node.propertyName === undefined) || ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)
      || ts.isShorthandPropertyAssignment(node)
    const isDeclaration = isField || ts.isBindingElement(node) || ts.isVariableDeclaration(node) || ts.isFunctionLike(node) || ts.isParameter(node) || ts.isClassLike(node)
      || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
    if (isDeclaration && name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
      found.push({ name: name.text, line: source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1, isField })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Banned words in the names of a file and of what it declares. */
export function bannedNames(path: string, text: string, banned: readonly BannedWord[]): readonly BannedName[] {
  const fileName = path.split('/').at(-1) ?? path
  const here = banned.filter(({ words, within, except, hint }) =>
    (within.length === 0 || within.some((beginning) => path.startsWith(beginning))) && !except.some((beginning) => beginning.includes('/') && path.startsWith(beginning))
    && (hint.test(text) || holds(parts(fileName), words)))
  if (here.length === 0) return []
  const names = [{ name: fileName, line: 0, isField: false }, ...declaredNames(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false))]
  return names.flatMap(({ name, line, isField }) => {
    const split = parts(name)
    const mayStay = (except: readonly string[]): boolean => except.includes(name) || (isField && except.includes(`.${name}`))
    return isColumn(name) ? [] : here.filter(({ words, except }) => holds(split, words) && !mayStay(except)).map(({ standard }) => ({ path, line, name, standard }))
  })
}
