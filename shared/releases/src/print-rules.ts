/** A rule of a stylesheet with the heads of the at-rules around it, outermost first. */
export interface PrintableRule {
  readonly within: readonly string[]
  readonly text: string
}

/** A stylesheet of chosen rules in the given order; neighbours within the same at-rules share them. */
export function printRules(rules: readonly PrintableRule[]): string {
  let css = ''
  let open: readonly string[] = []
  for (const { within, text } of rules) {
    const shared = open.findIndex((head, at) => head !== within[at])
    const kept = shared === -1 ? open.length : shared
    css += '}'.repeat(open.length - kept) + within.slice(kept).map((head) => `${head}{`).join('') + text
    open = within
  }
  return css + '}'.repeat(open.length)
}
