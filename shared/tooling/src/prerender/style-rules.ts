import { parse, type AtRule, type ChildNode, type Container } from 'postcss'

/** One rule of a stylesheet, taken out of the at-rules around it so that it can be chosen alone. */
export interface StyleRule {
  /** Heads of the at-rules around it, outermost first: `@layer checkin`, `@media (width >= 40em)`. */
  readonly within: readonly string[]
  readonly text: string
  /** Selectors that it applies to; null for what is no style rule. */
  readonly selectors: readonly string[] | null
  /** Name of the animation that it describes. */
  readonly keyframes: string | null
}

/** What HTML consists of, as far as selectors can ask. */
export interface Tokens {
  readonly tags: ReadonlySet<string>
  readonly classes: ReadonlySet<string>
  /** `name` and `name=value` of every attribute. */
  readonly attributes: ReadonlySet<string>
}

const grouping = new Set(['media', 'supports', 'layer', 'scope', 'container'])
const headOf = ({ name, params }: AtRule): string => `@${name} ${params}`.trim()

/** The rules of a stylesheet in their order. */
export function rulesOf(css: string): readonly StyleRule[] {
  const rules: StyleRule[] = []
  const walk = (nodes: readonly ChildNode[], within: readonly string[]): void => {
    for (const node of nodes) {
      if (node.type === 'rule') rules.push({ within, text: node.toString(), selectors: node.selectors, keyframes: null })
      else if (node.type === 'atrule' && grouping.has(node.name) && node.nodes) walk((node as Container).nodes ?? [], [...within, headOf(node)])
      // A statement such as `@layer a, b` keeps no semicolon of its own.
      else if (node.type === 'atrule') rules.push({ within, text: node.nodes ? node.toString() : `${node.toString()};`, selectors: null, keyframes: /keyframes$/.test(node.name) ? node.params : null })
    }
  }
  walk(parse(css).nodes, [])
  return rules
}

/** The tokens of HTML in a page written in `direction`; `html` and `body` are around every screen. */
export function tokensOf(html: string, direction: 'ltr' | 'rtl' = 'ltr'): Tokens {
  const tags = new Set(['html', 'body'])
  const classes = new Set<string>()
  const attributes = new Set(['lang', 'dir', `dir=${direction}`])
  for (const [, tag = '', rest = ''] of html.matchAll(/<([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g)) {
    tags.add(tag.toLowerCase())
    for (const [, name = '', value = ''] of rest.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
      attributes.add(name)
      attributes.add(`${name}=${value}`)
      if (name === 'class') for (const each of value.split(/\s+/)) classes.add(each)
    }
  }
  return { tags, classes, attributes }
}

/**
 * Whether a selector may match something: every tag, class and attribute that it asks for is there somewhere. States such
 * as `:hover` count as possible. It may say yes too often, never no wrongly.
 */
export function mayMatch(selector: string, { tags, classes, attributes }: Tokens): boolean {
  const asked = selector.replace(/:(?:not|is|where|has|host|nth-[\w-]+|lang|dir)\((?:[^()]|\([^()]*\))*\)/g, '').replace(/::?[\w-]+(?:\([^)]*\))?/g, '')
  const wanted = [...asked.matchAll(/\[([\w-]+)(?:([~|^$*]?)=["']?([^"'\]]*)["']?)?(?:\s+[is])?\]/g)]
  const plain = asked.replace(/\[[^\]]*\]/g, '')
  return wanted.every(([whole, name = '', operator = '', value = '']) => attributes.has(whole.includes('=') && operator === '' ? `${name}=${value}` : name))
    && [...plain.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classes.has(name))
    && [...plain.matchAll(/(?:^|[\s>+~])([a-zA-Z][\w-]*)/g)].every(([, name = '']) => tags.has(name.toLowerCase()))
}

const isFarFont = ({ text }: StyleRule): boolean => text.startsWith('@font-face') && text.includes('url(')
const isPrint = ({ within }: StyleRule): boolean => within.some((head) => /^@media print\b/.test(head))

/** Places of the rules that HTML needs for its first paint. Faces that would have to be fetched are not among them. */
export function neededRules(rules: readonly StyleRule[], html: string, direction: 'ltr' | 'rtl' = 'ltr'): readonly number[] {
  const tokens = tokensOf(html, direction)
  const styles = new Set(rules.flatMap(({ selectors }, at) => (selectors?.some((selector) => mayMatch(selector, tokens)) ? [at] : [])))
  const animated = rules.filter((_, at) => styles.has(at)).map(({ text }) => text).join('\n')
  return rules.flatMap((rule, at) => {
    if (isPrint(rule)) return []
    if (rule.selectors) return styles.has(at) ? [at] : []
    if (rule.keyframes !== null) return new RegExp(`animation[^;}]*\\b${rule.keyframes}\\b`).test(animated) ? [at] : []
    return isFarFont(rule) ? [] : [at]
  })
}
