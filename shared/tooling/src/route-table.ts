import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isProvided, RouteRow, sparse } from '@checkin/routes/row'
import ts from 'typescript'
import * as z from 'zod'
import { readOwnership } from './ownership.ts'

/** Where the assembled table is kept, relative to the root. */
export const assembledFile = 'shared/contracts/routes/src/assembled.ts'

/** The rows of the flow's contract in every module's `routes.ts`, in the order of ownership.json, without those that a release set brings (DEC-195); throws where one is not valid. */
export async function readRoutes(root: string): Promise<readonly RouteRow[]> {
  const files = readOwnership(root).packages.filter(({ layer }) => layer === 'remote').map(({ path }) => join(root, path, 'routes.ts')).filter((file) => existsSync(file))
  const found = await Promise.all(files.map(async (file) => {
    const { routes } = (await import(pathToFileURL(file).href)) as { readonly routes: unknown }
    return z.array(RouteRow).parse(routes, { error: () => `${file} has a row that is not valid` })
  }))
  return found.flat().filter((row) => !isProvided(row))
}

const literal = (value: unknown): string => typeof value === 'string' ? `'${value}'`
  : typeof value === 'object' && value !== null ? `{ ${Object.entries(value).map(([key, each]) => `${key}: ${literal(each)}`).join(', ')} }` : String(value)

/** The text of the assembled table: what the rows say beyond the defaults, as literals, so that the names are types. */
export const assembledText = (rows: readonly RouteRow[]): string => `// Made from mfe-*/routes.ts by \`npm run check -- --write\`; \`npm run check\` compares.
export const assembledRoutes = [
${rows.map((row) => `  ${literal(sparse(row))},\n`).join('')}] as const
`

/** A list of screens or a screen's path that a source writes down for itself. */
export interface RouteCopy {
  readonly line: number
  readonly what: string
}

const textOf = (node: ts.Node): string | null => (ts.isStringLiteralLike(node) || ts.isIdentifier(node) ? node.text : null)

/** What of a source repeats the table: literal paths of screens in texts and patterns, and lists of three or more names (aliases count as what they name). */
export function routeCopies(source: string, names: ReadonlySet<string>, paths: readonly string[]): readonly RouteCopy[] {
  const file = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true)
  const found: RouteCopy[] = []
  const add = (node: ts.Node, what: string): void => { found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, what }) }
  const visit = (node: ts.Node): void => {
    const listed = ts.isArrayLiteralExpression(node) ? node.elements.map((each) => (ts.isStringLiteralLike(each) ? each.text : null))
      : ts.isObjectLiteralExpression(node) ? node.properties.map((each) => (each.name ? textOf(each.name) : null)) : []
    const screens = listed.filter((each) => each !== null && names.has(each))
    if (screens.length > 2) add(node, `a list of ${screens.join(', ')}`)
    const text = ts.isStringLiteralLike(node) ? node.text : ts.isRegularExpressionLiteral(node) ? node.text.replaceAll('\\/', '/') : null
    const path = text === null ? undefined : paths.find((each) => (ts.isRegularExpressionLiteral(node) ? text.includes(each) : text === each))
    if (path !== undefined) add(node, `the path ${path}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
