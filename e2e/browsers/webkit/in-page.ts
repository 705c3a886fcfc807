import { Script } from 'node:vm'

// What runs in the page itself, as the text of a WebDriver script: a page's policy forbids to evaluate text, but not what the driver brings.

/** What the page tells of a value: a RemoteValue of WebDriver BiDi, where a window is named by its frame's element or is the page's own. */
export interface InPageValue {
  readonly type: string
  readonly handle?: string
  readonly sharedId?: string
  readonly value?: unknown
  /** For a window: the element of the frame, as WebDriver writes elements; absent for the page's own window. */
  readonly frame?: Readonly<Record<string, string>>
}

/** An answer of a script: its value or exception, `pending` while a promise is open, `gone` when the document is another one by now. */
export type InPageAnswer =
  | { readonly type: 'success'; readonly result: InPageValue }
  | { readonly type: 'exception'; readonly text: string }
  | { readonly type: 'pending'; readonly pending: number }
  | { readonly type: 'gone' }

/** What a document says of itself. */
export interface Inspected {
  readonly doc: string
  readonly url: string
  readonly ready: 'loading' | 'interactive' | 'complete'
  /** Its frames, by element as WebDriver writes elements, with their names. */
  readonly frames: readonly (readonly [element: Readonly<Record<string, string>>, name: string])[]
}

/** Arguments: a name for the document, which it keeps. It is kept at the document, because a window may outlive its first document. */
export const inspect = `
const [name, done] = arguments
if (!document.__driven) Object.defineProperty(document, '__driven', { value: { doc: name, handles: new Map(), pending: new Map(), next: 0 } })
done({ doc: document.__driven.doc, url: location.href, ready: document.readyState, frames: [...document.querySelectorAll('iframe')].map((frame) => [frame, frame.name || frame.id]) })`

const shared = `
const driven = document.__driven
const handleOf = (value) => {
  const handle = driven.doc + ':' + (driven.next += 1)
  driven.handles.set(handle, value)
  return handle
}
const isWindow = (value) => { try { return value.window === value } catch { return false } }
const remote = (value, deep) => {
  if (value === null) return { type: 'null' }
  if (typeof value === 'undefined' || typeof value === 'boolean' || typeof value === 'string') return { type: typeof value, value }
  if (typeof value === 'bigint') return { type: 'bigint', value: String(value) }
  if (typeof value === 'number') return { type: 'number', value: Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : String(value) }
  if (typeof value === 'symbol' || typeof value === 'function') return { type: typeof value }
  if (isWindow(value)) return value === window ? { type: 'window' } : { type: 'window', frame: [...document.querySelectorAll('iframe')].find((frame) => frame.contentWindow === value) }
  if (typeof value.nodeType === 'number' && value instanceof Node) return { type: 'node', sharedId: handleOf(value), value: { localName: value.localName } }
  if (Array.isArray(value)) return { type: 'array', value: deep ? value.map((each) => remote(each, true)) : undefined }
  if (value instanceof Date) return { type: 'date', value: value.toISOString() }
  if (value instanceof RegExp) return { type: 'regexp', value: { pattern: value.source, flags: value.flags } }
  if (value instanceof Error) return { type: 'error' }
  return { type: 'object', value: deep ? Object.entries(value).map(([key, each]) => [key, remote(each, true)]) : undefined }
}
const local = (given) => {
  const handle = given.handle ?? given.sharedId
  if (handle !== undefined) {
    if (!driven.handles.has(handle)) throw new Error('no such handle')
    return driven.handles.get(handle)
  }
  switch (given.type) {
    case 'undefined': return undefined
    case 'null': return null
    case 'number': return Number(given.value)
    case 'bigint': return BigInt(given.value)
    case 'array': return given.value.map(local)
    case 'object': return Object.fromEntries(given.value.map(([key, each]) => [typeof key === 'string' ? key : local(key), local(each)]))
    case 'date': return new Date(given.value)
    case 'regexp': return new RegExp(given.value.pattern, given.value.flags)
    default: return given.value
  }
}
const wrong = (error) => ({ type: 'exception', text: error instanceof Error ? error.name + ': ' + error.message : String(error) })
const right = (owned) => (value) => {
  const result = remote(value, !owned)
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return { type: 'success', result: owned && isObject ? { ...result, handle: handleOf(value) } : result }
}
const settle = (promise, done) => {
  const settled = Symbol()
  const later = new Promise((resolve) => setTimeout(() => resolve(settled), 40))
  return Promise.race([promise, later]).then((first) => {
    if (first !== settled) return done(first)
    const pending = driven.next += 1
    driven.pending.set(pending, promise)
    done({ type: 'pending', pending })
  })
}`

/** Where Playwright passes on the text of a function, by the name of the argument, and how its helpers then write it for `eval`. */
const textArguments: Readonly<Record<string, (text: string) => string>> = { functionText: (text) => `(${text})`, callbackText: (text) => text, expression: (text) => text }

/** The texts of functions among a call's arguments, as they will be given to `eval`. */
function textsIn(given: unknown): readonly string[] {
  if (Array.isArray(given)) {
    const [, key, text] = /^\[\[\{"type":"string","value":"k"\},\{"type":"string","value":"(\w+)"\}\],\[\{"type":"string","value":"v"\},(\{"type":"string".*\})\]\]$/s.exec(JSON.stringify(given)) ?? []
    const written = textArguments[key ?? '']
    if (written && text !== undefined) return [written((JSON.parse(text) as { value: string }).value)]
    return given.flatMap(textsIn)
  }
  return typeof given === 'object' && given !== null ? textsIn(Object.values(given)) : []
}

const asExpression = (text: string): string => text.trim().replace(/;$/, '')

const isExpression = (text: string): boolean => {
  try {
    new Script(`(${text}\n)`)
    return true
  } catch {
    return false
  }
}

/** A function that does what `eval` of the text would: an expression has its value, statements have none. */
const asFunction = (text: string): string => isExpression(asExpression(text)) ? `() => (${asExpression(text)}\n)` : `() => { ${text}\n }`

/**
 * A script that calls `functionText` in the document of a name with the arguments `given`. Its own arguments: that name, `given`, whether a
 * handle is wanted. Answers an `InPageAnswer`.
 */
export const calling = (functionText: string, given: readonly unknown[]): string => `
const [doc, given, owned, done] = arguments
if (document.__driven?.doc !== doc) return done({ type: 'gone' })
${shared}
const texts = driven.texts ??= new Map()
window.eval = (text) => texts.get(text)()
${textsIn(given).map((text) => `texts.set(${JSON.stringify(text)}, ${asFunction(text)})`).join('\n')}
const promise = (async () => (${functionText})(...given.map(local)))().then(right(owned), wrong)
settle(promise, done)`

/** A script that waits on for a promise. Arguments: the document's name and the promise's number. */
export const waiting = `
const [doc, pending, done] = arguments
if (document.__driven?.doc !== doc) return done({ type: 'gone' })
${shared}
const promise = driven.pending.get(pending)
driven.pending.delete(pending)
settle(promise, done)`

/** A script that makes a value of an element. Arguments: the document's name and the element. */
export const naming = `
const [doc, element, done] = arguments
if (document.__driven?.doc !== doc) return done({ type: 'gone' })
${shared}
done(right(true)(element))`

/** Answers an element by its handle. Argument: the handle. */
export const resolving = `
const [handle, done] = arguments
done(document.__driven.handles.get(handle))`

/** Scrolls to an element. Argument: the element. */
export const revealing = `
const [element, done] = arguments
element.scrollIntoView({ block: 'center', behavior: 'instant' })
done(null)`

/** Forgets values. Arguments: the document's name and the handles. */
export const disowning = `
const [doc, handles, done] = arguments
if (document.__driven?.doc === doc) for (const handle of handles) document.__driven.handles.delete(handle)
done(null)`

/**
 * The call in which Playwright evaluates the text of a function: here that text is part of the script. What Playwright would add to its
 * helpers as text is for entering text, which `typedByEditor` does instead.
 */
export const evaluating = (text: string): string =>
  `(script, ...rest) => Object.create(script, { global: { value: { eval: ${asFunction(text.replace(/injectedScript\d*\.extend\(\w+, \w+\)/, 'undefined'))} } } }).evaluate(...rest)`
