import { existsSync } from 'node:fs'
import { listen, typedByEditor, type Answer, type Command } from './bidi.ts'
import { DriverError, miniBrowserPaths, startScreen } from './webkit/driver.ts'
import type { Page } from './webkit/page.ts'
import { plainHeaders, UserContext, type Size } from './webkit/user-context.ts'

/**
 * A browser that speaks WebDriver BiDi with Playwright, which starts it by this script, and WebDriver with the system's WebKitGTK, which
 * knows nothing newer (decision 0138): commands are translated, and events are made of what is seen by looking at the pages again and again.
 */
const binary = process.env['CHECKIN_WEBKIT'] ?? miniBrowserPaths.find((path) => existsSync(path)) ?? 'MiniBrowser'
const screen = process.env['DISPLAY'] ?? await startScreen()
const { socket, onCommand } = await listen()
const contexts = new Map<string, UserContext>()
const emit = (method: string, params: object): void => { socket.send(JSON.stringify({ type: 'event', method, params })) }
let count = 0

type Params = Readonly<Record<string, unknown>>

function pageOf(context: unknown): Page {
  for (const { pages } of contexts.values()) for (const page of pages) if (page.find(String(context))) return page
  throw new DriverError('no such frame', 'there is no such page')
}
const ownerOf = (page: Page): UserContext | undefined => [...contexts.values()].find(({ pages }) => pages.includes(page))
/** The page that a command is for, which does from now on what its renter's browser is seen to do. */
function commanded({ context }: Params): Page {
  const page = pageOf(context)
  ownerOf(page)?.command(page)
  return page
}
const chosen = (params: Params): readonly UserContext[] => ((params['userContexts'] ?? []) as string[]).flatMap((id) => contexts.get(id) ?? [])
const targetOf = (params: Params): unknown => (params['target'] as { context?: string }).context

/** What Playwright sends actions with has fractions of pixels; WebDriver takes whole ones. */
const whole = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_, each: unknown) => typeof each === 'number' ? Math.round(each) : each)

async function sized(params: Params): Promise<object> {
  const size = params['viewport'] as Size
  for (const context of chosen(params)) context.size = size
  if (params['context'] !== undefined) {
    const page = pageOf(params['context'])
    await ownerOf(page)?.resizes(page, size)
  }
  return {}
}

const decide = (params: Params, decision: Parameters<UserContext['decides']>[1]): object => {
  for (const context of contexts.values()) if (context.decides(String(params['request']), decision)) break
  return {}
}
const bodyOf = (params: Params): Buffer => Buffer.from((params['body'] as { value?: string } | undefined)?.value ?? '', 'base64')

const commands: Readonly<Record<string, (params: Params) => object | Promise<object>>> = {
  'session.new': () => ({ sessionId: 'webkit', capabilities: { browserName: 'webkit', browserVersion: 'of the system', userAgent: '' } }),
  'browser.close': async () => {
    await Promise.all([...contexts.values()].map((context) => context.ends()))
    setTimeout(() => process.exit(0), 50)
    return {}
  },
  'browser.createUserContext': () => {
    const id = `renter-${count += 1}`
    contexts.set(id, new UserContext(id, { binary, screen }, emit))
    return { userContext: id }
  },
  'browser.removeUserContext': async (params) => {
    await contexts.get(String(params['userContext']))?.ends()
    contexts.delete(String(params['userContext']))
    return {}
  },
  'browsingContext.create': async (params) => {
    const page = await contexts.get(String(params['userContext']))?.opens()
    if (!page) throw new DriverError('no such user context', 'there is no such renter')
    return { context: page.top.id }
  },
  'browsingContext.close': async (params) => {
    const page = pageOf(params['context'])
    await ownerOf(page)?.closes(page)
    return {}
  },
  'browsingContext.navigate': async (params) => ({ navigation: await commanded(params).goes(String(params['context']), String(params['url'])), url: params['url'] }),
  'browsingContext.reload': async (params) => {
    await commanded(params).commands('POST', '/refresh')
    return { navigation: null }
  },
  'browsingContext.traverseHistory': async (params) => {
    await commanded(params).traverses(Number(params['delta']))
    return {}
  },
  'browsingContext.activate': () => ({}),
  'browsingContext.setViewport': sized,
  'browsingContext.captureScreenshot': async (params) => ({ data: await pageOf(params['context']).commands('GET', '/screenshot') }),
  'browsingContext.locateNodes': async (params) => {
    const { context } = (params['locator'] as { value: { context: string } }).value
    return { nodes: [await pageOf(params['context']).elementOf(context)] }
  },
  'script.evaluate': (params) => pageOf(targetOf(params)).calls(params),
  'script.callFunction': (params) => pageOf(targetOf(params)).calls(params),
  'script.disown': async (params) => {
    await pageOf(targetOf(params)).disowns(String(targetOf(params)), params['handles'] as string[])
    return {}
  },
  'input.performActions': async (params) => {
    const isOfKeys = (params['actions'] as readonly { readonly type: string }[]).some(({ type }) => type === 'key')
    const page = commanded(params)
    const actions = whole(params['actions'])
    await (isOfKeys ? page.presses(actions) : page.commands('POST', '/actions', { actions }))
    return {}
  },
  'input.setFiles': async (params) => {
    await pageOf(params['context']).takesFiles((params['element'] as { sharedId: string }).sharedId, params['files'] as string[])
    return {}
  },
  'emulation.setLocaleOverride': (params) => {
    for (const { network } of chosen(params)) network.language = String(params['locale'])
    return {}
  },
  'emulation.setUserAgentOverride': (params) => {
    for (const { network } of chosen(params)) network.userAgent = typeof params['userAgent'] === 'string' ? params['userAgent'] : undefined
    return {}
  },
  'emulation.setTimezoneOverride': (params) => {
    for (const context of chosen(params)) context.zone = String(params['timezone'])
    return {}
  },
  'emulation.setNetworkConditions': (params) => {
    for (const { network } of chosen(params)) network.isOffline = params['networkConditions'] !== null
    return {}
  },
  'network.addIntercept': (params) => {
    const intercept = `intercept-${count += 1}`
    const pages = params['contexts'] as string[] | undefined
    if ((params['phases'] as string[]).includes('beforeRequestSent')) for (const context of contexts.values()) context.intercepts.set(intercept, pages ?? null)
    return { intercept }
  },
  'network.removeIntercept': (params) => {
    for (const { intercepts } of contexts.values()) intercepts.delete(String(params['intercept']))
    return {}
  },
  'network.addDataCollector': () => ({ collector: 'all' }),
  'network.getData': (params) => {
    const body = [...contexts.values()].map((context) => context.body(String(params['request']))).find((each) => each !== undefined)
    if (!body) throw new DriverError('no such network data', 'the answer has not come')
    return { bytes: { type: 'base64', value: body.toString('base64') } }
  },
  'network.continueRequest': (params) => decide(params, {
    type: 'continue', ...(params['headers'] !== undefined && { headers: plainHeaders(params['headers']) }), ...(params['body'] !== undefined && { body: bodyOf(params) }),
  }),
  'network.provideResponse': (params) => decide(params, { type: 'provide', status: Number(params['statusCode']), headers: plainHeaders(params['headers']), body: bodyOf(params) }),
  'network.failRequest': (params) => decide(params, { type: 'fail' }),
  'storage.getCookies': async (params) => ({ cookies: await contexts.get(String((params['partition'] as { userContext?: string }).userContext))?.cookies() ?? [] }),
  'storage.deleteCookies': async (params) => {
    await contexts.get(String((params['partition'] as { userContext?: string }).userContext))?.forgetsCookies()
    return {}
  },
}

/** What Playwright asks for every renter and WebKitGTK has no way to do; a journey that needs it says so by failing. */
const left = new Set(['session.subscribe', 'browser.setDownloadBehavior', 'emulation.setScreenOrientationOverride', 'emulation.setScreenSettingsOverride', 'emulation.setMediaFeaturesOverride', 'network.setCacheBehavior'])

async function answerTo({ id, method, params }: Command): Promise<Answer> {
  try {
    const command = commands[method]
    if (!command && !left.has(method)) return { type: 'error', id, error: 'unknown command', message: method }
    return { type: 'success', id, result: await command?.(params) ?? {} }
  } catch (error) {
    return { type: 'error', id, error: error instanceof DriverError ? error.code : 'unknown error', message: String(error) }
  }
}

onCommand((_, text) => {
  void answerTo(JSON.parse(typedByEditor(text)) as Command).then((answer) => {
    if (process.env['CHECKIN_WEBKIT_LOG']) process.stderr.write(`${text.slice(0, 300)}\n  ${JSON.stringify(answer).slice(0, 300)}\n`)
    socket.send(JSON.stringify(answer))
  })
})
socket.on('close', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))
