import ts from 'typescript'

/** A test, or a group of tests, and the rows of the specification that it says it asserts. */
export interface CitingTest {
  readonly path: string
  /** As the runner shows it, without the titles of the groups around it; a table's rows stand in it as `%s`. */
  readonly title: string
  readonly cited: readonly string[]
}

const callNames = new Set(['it', 'test', 'describe'])
const id = /(?<![\w-])(?:[A-Z][A-Z\d]*-\d+|[A-Z]\d+(?:\.\d+b?)?)(?![\w-])/g
const range = /(?<![\w-])([A-Z][A-Z\d]*[-.]|[A-Z])(\d+)(?: to |\.\.)(?:\1)?(\d+)(?![\w-])/g

/** The ids that a text names, as far as they are `known`; a range `ERR-29 to ERR-31` names all of its rows, or none. */
export function rowsNamedIn(text: string, known: ReadonlySet<string>, takesRanges = true): readonly string[] {
  if (!takesRanges) return rowsNamedIn(text.replaceAll(range, ''), known)
  const ranged = [...text.matchAll(range)].flatMap(([, prefix = '', first, last]) =>
    Array.from({ length: Math.max(0, Number(last) - Number(first) + 1) }, (_, at) => {
      const number = String(Number(first) + at)
      return [`${prefix}${number}`, `${prefix}${number.padStart(2, '0')}`].find((each) => known.has(each)) ?? ''
    }))
  return [...new Set([...text.match(id) ?? [], ...ranged])].filter((each) => known.has(each))
}

/** `it`, `test.each(table)`, `test.describe`: the innermost name, or null for another call. */
function nameOf(expression: ts.Expression): string | null {
  if (ts.isIdentifier(expression)) return callNames.has(expression.text) ? expression.text : null
  if (ts.isCallExpression(expression) || ts.isTaggedTemplateExpression(expression)) return nameOf(ts.isCallExpression(expression) ? expression.expression : expression.tag)
  return ts.isPropertyAccessExpression(expression) ? nameOf(expression.expression) : null
}

/** The text of a table that a title is filled from: what stands at the call, and the constants of the file that it is made of. */
function tableOf(expression: ts.Expression, source: ts.SourceFile): string {
  if (!ts.isCallExpression(expression)) return ''
  const constants = new Map(source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations])
    .map(({ name, initializer }) => [name.getText(source), initializer?.getText(source) ?? '']))
  const texts = expression.arguments.map((each) => each.getText(source))
  return [...texts, ...texts.flatMap((text) => text.match(/\b[a-z]\w*/gi) ?? []).map((name) => constants.get(name) ?? '')].join(' ')
}

function titleOf(argument: ts.Expression | undefined, source: ts.SourceFile): string | null {
  if (argument === undefined) return null
  if (ts.isStringLiteralLike(argument)) return argument.text
  return ts.isTemplateExpression(argument) ? argument.getText(source).slice(1, -1) : null
}

/** The doc comment that stands right before the statement of a call, if one does. */
function commentOf(call: ts.CallExpression, source: ts.SourceFile): string {
  const statement = ts.isExpressionStatement(call.parent) ? call.parent : call
  const comments = ts.getLeadingCommentRanges(source.text, statement.getFullStart()) ?? []
  return comments.map(({ pos, end }) => source.text.slice(pos, end)).filter((text) => text.startsWith('/**')).join(' ')
}

/** Every test and every group of a file: its title, and where its call stands. */
function named(source: ts.SourceFile): readonly { readonly title: string; readonly call: ts.CallExpression }[] {
  const found: { title: string; call: ts.CallExpression }[] = []
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && nameOf(node.expression) !== null) {
      const title = titleOf(node.arguments[0], source)
      if (title !== null && node.arguments.length > 1) found.push({ title, call: node })
    }
    ts.forEachChild(node, look)
  }
  look(source)
  return found
}

const parsed = (path: string, text: string): ts.SourceFile => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** The titles of a file's tests and groups, as they stand there: a table's rows are `%s`, what is filled in is `${…}`. */
export const titlesOf = (path: string, text: string): readonly string[] => named(parsed(path, text)).map(({ title }) => title)

/**
 * The tests and groups of a file that cite a known row: in their title, in the table that fills the title, or in the doc comment before them.
 * In a journey a range is the stretch that it walks along, and proves none of its rows. What they cite is taken at its word: whether the test fails without the row is for its reviewer to see.
 */
export function citingTests(path: string, text: string, known: ReadonlySet<string>): readonly CitingTest[] {
  const source = parsed(path, text)
  return named(source).map(({ title, call }) => {
    const table = /[%$]/.test(title) ? tableOf(call.expression, source) : ''
    return { path, title, cited: rowsNamedIn(`${title} ${table} ${commentOf(call, source)}`, known, !path.startsWith('e2e/')) }
  }).filter(({ cited }) => cited.length > 0)
}

/** The deeds of a file of e2e/walk/rows: each takes a renter over rows of the state tables, which the walk then looks for on the page. */
export const walkedRows = (path: string, text: string, known: ReadonlySet<string>): readonly CitingTest[] =>
  [...text.matchAll(/\brows: '([^']+)'/g)].map(([, rows = '']) => ({ path, title: 'the walk', cited: rowsNamedIn(rows, known) })).filter(({ cited }) => cited.length > 0)
