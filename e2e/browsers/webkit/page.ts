import { calling, disowning, evaluating, inspect, naming, resolving, revealing, waiting, type InPageAnswer, type InPageValue, type Inspected } from './in-page.ts'
import { DriverError, type Driver } from './driver.ts'
import type { Turns } from './turns.ts'

/** A frame with its document, as Playwright knows it by events. */
interface Frame {
  readonly id: string
  readonly parent: Frame | null
  /** Its element in the parent's document, as WebDriver writes elements. */
  readonly element: Readonly<Record<string, string>> | null
  readonly children: Map<string, Frame>
  doc: string
  url: string
  /** The navigation that was asked for and has no document yet. */
  navigation: string | null
  isReady: boolean
  isLoaded: boolean
}

/** Tells Playwright something: an event of WebDriver BiDi. */
export type Emit = (method: string, params: object) => void

let names = 0
const nextName = (what: string): string => `${what}-${names += 1}`

/** The realm in which Playwright's own helpers live. There is one world only here, so it has the page's. */
const helpersOf = (doc: string): string => `${doc}/helpers`

const target = (given: unknown): string => (given as { context?: string; realm?: string }).context ?? ''

/** One window of a browser with its frames: looks at it again and again, and tells what has changed. */
export class Page {
  readonly top: Frame
  readonly window: string
  private readonly driver: Driver
  private readonly turns: Turns
  private readonly emit: Emit
  private readonly userContext: string
  private selected: Frame | null = null
  private focused: Frame | null = null
  private isClosed = false
  /** How often the window has got another document or address. */
  private moves = 0

  constructor(driver: Driver, turns: Turns, window: string, userContext: string, emit: Emit) {
    this.driver = driver
    this.turns = turns
    this.window = window
    this.userContext = userContext
    this.emit = emit
    this.top = this.frame(null, null)
  }

  private frame(parent: Frame | null, element: Frame['element']): Frame {
    const frame: Frame = { id: nextName('context'), parent, element, children: new Map(), doc: '', url: 'about:blank', navigation: null, isReady: false, isLoaded: false }
    this.emit('browsingContext.contextCreated', { context: frame.id, parent: parent?.id ?? null, url: frame.url, userContext: this.userContext, children: null, originalOpener: null, clientWindow: this.window })
    return frame
  }

  private all(from: Frame = this.top): readonly Frame[] {
    return [from, ...[...from.children.values()].flatMap((child) => this.all(child))]
  }

  find(id: string): Frame | undefined {
    return this.all().find((frame) => frame.id === id)
  }

  private async select(frame: Frame): Promise<void> {
    if (this.turns.window !== this.window) {
      await this.driver.call('POST', '/window', { handle: this.window })
      this.turns.window = this.window
      this.selected = null
    }
    if (this.selected === frame) return
    this.selected = null
    await this.driver.call('POST', '/frame', { id: null })
    const way: Frame[] = []
    for (let each = frame; each.parent; each = each.parent) way.unshift(each)
    for (const { element } of way) await this.driver.call('POST', '/frame', { id: element })
    this.selected = frame
  }

  private async run(frame: Frame, script: string, args: readonly unknown[]): Promise<unknown> {
    await this.select(frame)
    return this.driver.call('POST', '/execute/async', { script, args })
  }

  /** An answer of the document that a script was for: one that was left meanwhile has none. */
  private async answer(frame: Frame, script: string, args: readonly unknown[]): Promise<InPageAnswer> {
    try {
      return await this.turns.take(() => this.run(frame, script, args)) as InPageAnswer
    } catch (error) {
      const { doc } = frame
      await this.look()
      if (frame.doc !== doc) return { type: 'gone' }
      throw error
    }
  }

  private leaves(frame: Frame): void {
    for (const child of frame.children.values()) {
      this.leaves(child)
      this.emit('browsingContext.contextDestroyed', { context: child.id, parent: frame.id, url: child.url, userContext: this.userContext, children: null })
    }
    frame.children.clear()
    if (frame.doc === '') return
    for (const realm of [frame.doc, helpersOf(frame.doc)]) this.emit('script.realmDestroyed', { realm })
  }

  private arrives(frame: Frame, { doc, url }: Inspected): void {
    const isFirst = frame.doc === ''
    this.leaves(frame)
    if (frame === this.top) {
      this.selected = null
      this.moves += 1
    }
    Object.assign(frame, { doc, url, isReady: false, isLoaded: false })
    if (!isFirst || url !== 'about:blank') {
      const navigation = frame.navigation ?? nextName('navigation')
      frame.navigation = null
      this.emit('browsingContext.navigationStarted', { context: frame.id, navigation, url, timestamp: Date.now() })
      this.emit('browsingContext.navigationCommitted', { context: frame.id, navigation, url, timestamp: Date.now() })
    }
    this.emit('script.realmCreated', { realm: doc, type: 'window', context: frame.id, origin: url })
  }

  /** Looks at a frame and those below; only within a turn. */
  private async looks(frame: Frame): Promise<void> {
    const seen = await this.run(frame, inspect, [nextName('document')]) as Inspected
    if (seen.doc !== frame.doc) this.arrives(frame, seen)
    else if (seen.url !== frame.url) {
      frame.url = seen.url
      if (frame === this.top) this.moves += 1
      this.emit('browsingContext.historyUpdated', { context: frame.id, url: seen.url, timestamp: Date.now() })
    }
    if (!frame.isReady && seen.ready !== 'loading') {
      frame.isReady = true
      this.emit('browsingContext.domContentLoaded', { context: frame.id, url: frame.url, navigation: null, timestamp: Date.now() })
    }
    if (!frame.isLoaded && seen.ready === 'complete') {
      frame.isLoaded = true
      this.emit('browsingContext.load', { context: frame.id, url: frame.url, navigation: null, timestamp: Date.now() })
    }
    const elements = new Map(seen.frames.map(([element]) => [Object.values(element)[0] ?? '', element]))
    for (const [key, child] of frame.children) {
      if (elements.has(key)) continue
      this.leaves(child)
      frame.children.delete(key)
      this.emit('browsingContext.contextDestroyed', { context: child.id, parent: frame.id, url: child.url, userContext: this.userContext, children: null })
    }
    for (const [key, element] of elements) {
      if (!frame.children.has(key)) frame.children.set(key, this.frame(frame, element))
      const child = frame.children.get(key)
      // A frame may go while it is looked at; the next look says so.
      if (child) await this.looks(child).catch(() => { this.selected = null })
    }
  }

  /** One look in its turn. */
  look(): Promise<void> {
    return this.turns.take(async () => {
      if (!this.isClosed) await this.looks(this.top).catch(() => { this.selected = null })
    })
  }

  private value(frame: Frame, { frame: element, ...value }: InPageValue): object {
    if (value.type !== 'window') return value
    const of = element ? frame.children.get(Object.values(element)[0] ?? '') : frame
    return { ...value, value: { context: of?.id ?? '' } }
  }

  /** A script of Playwright's in a frame; answers as `script.callFunction` does. Throws where the frame has another document by now. */
  async calls(params: Readonly<Record<string, unknown>>): Promise<object> {
    const frame = this.find(target(params['target']))
    if (!frame) throw new DriverError('no such frame', 'the frame is gone')
    const given = (params['arguments'] ?? []) as { value?: unknown }[]
    const { functionDeclaration, expression = '' } = params as { readonly functionDeclaration?: string; readonly expression?: string }
    const text = functionDeclaration ?? `() => (${expression.trim().replace(/;$/, '')}\n)`
    const isPlaywright = text.includes('utilityScript.evaluate(')
    if (isPlaywright && String(given[3]?.value).includes('scrollIntoView(')) await this.reveals(frame)
    const script = calling(isPlaywright ? evaluating(String(given[3]?.value)) : text, given)
    if (isPlaywright && String(given[3]?.value).includes('focusNode(')) this.focused = frame
    const { doc } = frame
    let answer = await this.answer(frame, script, [doc, given, params['resultOwnership'] === 'root'])
    while (answer.type === 'pending') {
      const { pending } = answer
      answer = await this.answer(frame, waiting, [doc, pending])
    }
    if (answer.type === 'gone') {
      await this.look()
      throw new DriverError('no such frame', 'the document is another one by now')
    }
    const realm = (params['target'] as { sandbox?: string }).sandbox ? helpersOf(doc) : doc
    if (answer.type === 'success') return { type: 'success', realm, result: this.value(frame, answer.result) }
    return { type: 'exception', realm, exceptionDetails: { text: answer.text, columnNumber: 0, lineNumber: 0, stackTrace: { callFrames: [] }, exception: { type: 'error' } } }
  }

  /** Scrolls to a frame: WebKit does not scroll the page around a frame of another origin for what is in it. */
  private async reveals({ parent, element }: Frame): Promise<void> {
    if (!parent) return
    await this.reveals(parent)
    await this.turns.take(() => this.run(parent, revealing, [element])).catch(() => undefined)
  }

  async disowns(context: string, handles: readonly string[]): Promise<void> {
    const frame = this.find(context)
    if (frame) await this.turns.take(() => this.run(frame, disowning, [frame.doc, handles])).catch(() => undefined)
  }

  /** Gives an element for files the files of these paths. */
  async takesFiles(handle: string, paths: readonly string[]): Promise<void> {
    const frame = this.all().find(({ doc }) => doc !== '' && handle.startsWith(`${doc}:`))
    if (!frame) throw new DriverError('no such element', 'the document is another one by now')
    await this.turns.take(async () => {
      const [element] = Object.values(await this.run(frame, resolving, [handle]) as Readonly<Record<string, string>>)
      await this.driver.call('POST', `/element/${element}/value`, { text: paths.join('\n') })
    })
  }

  /** The element of a frame in its parent's document. */
  async elementOf(child: string): Promise<object> {
    const frame = this.find(child)
    if (!frame?.parent) throw new DriverError('no such frame', 'the frame is gone')
    const { parent, element } = frame
    const answer = await this.turns.take(() => this.run(parent, naming, [parent.doc, element])) as InPageAnswer
    if (answer.type !== 'success') throw new DriverError('no such frame', 'the frame is gone')
    return answer.result
  }

  /** A command for the window as a whole. */
  commands(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    return this.turns.take(async () => {
      await this.select(this.top)
      return this.driver.call(method, path, body)
    })
  }

  /** Keys, for the frame whose field a script has focused last: from the page around it they do not reach a frame of another origin. */
  presses(actions: unknown): Promise<unknown> {
    return this.turns.take(async () => {
      await this.select(this.focused && this.all().includes(this.focused) ? this.focused : this.top)
      return this.driver.call('POST', '/actions', { actions })
    })
  }

  /** The name of the navigation that a request for the page's next document belongs to. */
  nextNavigation(): string {
    return this.top.navigation ??= nextName('navigation')
  }

  /** Goes to an address; answers the navigation's name, under which its document will come. */
  async goes(context: string, url: string): Promise<string> {
    const frame = this.find(context) ?? this.top
    frame.navigation = nextName('navigation')
    const { navigation } = frame
    await this.commands('POST', '/url', { url })
    return navigation
  }

  /**
   * Goes one step in the browser's history. Where the page leads back at once to the address that it was at, no look sees anything of it:
   * then the step is told here, because Playwright waits until it has heard of one.
   */
  async traverses(delta: number): Promise<void> {
    const { moves } = this
    await this.commands('POST', delta < 0 ? '/back' : '/forward')
    for (let looks = 0; looks < 30; looks += 1) {
      await new Promise((resolve) => { setTimeout(resolve, 40) })
      await this.look()
      // A document that is on its way tells of itself when it comes.
      if (this.moves !== moves || this.top.navigation !== null) return
    }
    this.emit('browsingContext.historyUpdated', { context: this.top.id, url: this.top.url, timestamp: Date.now() })
  }

  /** The window is gone: Playwright hears of it. */
  closed(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.leaves(this.top)
    this.emit('browsingContext.contextDestroyed', { context: this.top.id, parent: null, url: this.top.url, userContext: this.userContext, children: null })
  }

  /** Looks again and again until the window is closed. */
  async watches(): Promise<void> {
    while (!this.isClosed) {
      await this.look()
      await new Promise((resolve) => { setTimeout(resolve, 40) })
    }
  }
}
