import { readFileSync } from 'node:fs'
import ts from 'typescript'
import type { Shape } from '@checkin/releases'

/** What a source file gives to others when it runs, and the forms of the objects that its functions take. */
export interface ExportedNames {
  readonly values: readonly string[]
  /** Exported interfaces by name: which fields there are, which are needed, and each one's type as it is written. */
  readonly interfaces: Readonly<Record<string, Shape>>
}

const read = (file: string): ts.SourceFile => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)

const isExported = (node: ts.Node): boolean => ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)

const boundNames = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []))

function valuesOf(statement: ts.Statement): readonly string[] {
  if (ts.isExportDeclaration(statement)) {
    const named = statement.exportClause
    if (statement.isTypeOnly || !named || !ts.isNamedExports(named)) return []
    return named.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text)
  }
  if (!isExported(statement)) return []
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name))
  return (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name ? [statement.name.text] : []
}

function interfaceShape({ members }: ts.InterfaceDeclaration): Shape {
  const fields = members.filter((member) => ts.isPropertySignature(member))
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name.getText(), { type: (field.type?.getText() ?? 'unknown').replace(/\s+/g, ' ') }])),
    required: fields.filter(({ questionToken }) => !questionToken).map(({ name }) => name.getText()),
  }
}

/** Reads a source file's exports from its text; nothing of it runs. */
export function exportedNames(file: string): ExportedNames {
  const { statements } = read(file)
  const interfaces = statements.filter((each) => ts.isInterfaceDeclaration(each)).filter(isExported)
  return {
    values: statements.flatMap(valuesOf).sort(),
    interfaces: Object.fromEntries(interfaces.map((each) => [each.name.text, interfaceShape(each)])),
  }
}

/** The names that a source file imports from a path, as the other side calls them. */
export function importedNames(file: string, from: RegExp): readonly { readonly path: string; readonly name: string }[] {
  return read(file).statements.filter((each) => ts.isImportDeclaration(each)).flatMap(({ moduleSpecifier, importClause }) => {
    const path = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
    const named = importClause?.namedBindings
    if (!from.test(path) || !named || !ts.isNamedImports(named)) return []
    return named.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name, propertyName }) => ({ path, name: (propertyName ?? name).text }))
  })
}
