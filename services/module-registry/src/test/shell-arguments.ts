/** The words of a command line as a shell reads them: quotes hold words together, and what follows ` #` is a comment. */
export function shellArguments(line: string): string[] {
  const [text = ''] = line.split(/\s#/)
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_all, double: string | undefined, single: string | undefined) => double ?? single ?? ''))
}
