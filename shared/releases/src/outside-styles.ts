import { CssSyntaxError, list, parse, type AtRule, type Root, type Rule } from 'postcss'

/** At-rules whose rules are looked at one by one. */
const groups = new Set(['media', 'supports', 'container', 'starting-style'])

const isKeyframes = (name: string): boolean => /^(-webkit-)?keyframes$/.test(name)

/** The element that shows a version of a module, as the build's scope names it; quotes and the order of the two do not matter. */
function scopeOf(name: string, version: string): RegExp {
  const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const module = `\\[data-module=["']?${literal(name)}["']?\\]`
  const ofVersion = `\\[data-module-version=["']?${literal(version)}["']?\\]`
  return new RegExp(`^:where\\((?:${module}${ofVersion}|${ofVersion}${module})\\)`)
}

/** What stands beside the scope's element is none of its module's. */
const besideScope = /^[^\s>]*\s*[+~]/

function isInside(selector: string, scope: RegExp): boolean {
  const found = scope.exec(selector)
  return found !== null && !besideScope.test(selector.slice(found[0].length))
}

/**
 * What a stylesheet of a module, as it was built, would change outside of the module's own screen: selectors that do not begin with the screen of
 * this version, and at-rules whose names the whole page shares. Answers each as it stands there; none for a sheet that stays inside (DEC-241).
 */
export function outsideStyles(css: string, name: string, version: string): readonly string[] {
  const scope = scopeOf(name, version)
  const ofRule = ({ selector, nodes }: Rule): readonly string[] => [
    ...list.comma(selector).filter((each) => !isInside(each, scope)),
    // What is nested may turn its parent round: `footer &` is a footer somewhere else.
    ...nodes.flatMap((each) => (each.type === 'rule' && each.selector.includes('&') && !/^&/.test(each.selector) ? [each.selector] : [])),
  ]
  const ofAtRule = (rule: AtRule): readonly string[] => {
    if (groups.has(rule.name)) return ofNodes(rule.nodes ?? [])
    if (rule.name === 'charset' || (isKeyframes(rule.name) && rule.params.startsWith(name))) return []
    return [`@${rule.name} ${rule.params}`.trim()]
  }
  const ofNodes = (nodes: readonly { readonly type: string }[]): readonly string[] =>
    nodes.flatMap((node) => (node.type === 'rule' ? ofRule(node as Rule) : node.type === 'atrule' ? ofAtRule(node as AtRule) : []))
  const root = rootOf(css)
  return root === null ? ['what is no stylesheet'] : [...new Set(ofNodes(root.nodes))]
}

function rootOf(css: string): Root | null {
  try {
    return parse(css)
  } catch (error) {
    if (error instanceof CssSyntaxError) return null
    throw error
  }
}
