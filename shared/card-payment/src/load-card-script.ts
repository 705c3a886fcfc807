import { createEffect } from 'effector'

/** How loading the provider's script ended; `failed` and `late` may be tried again. */
export type ScriptLoading = 'loaded' | 'failed' | 'late'

export interface CardScript {
  /** Address from the gateway's `clientScript`. */
  readonly src: string
  /** Milliseconds after which the script counts as lost; 8 s by default (P1). */
  readonly limitMs?: number
}

/** Name of the Trusted Types policy that makes the script's address; payment pages allow it. */
export const cardScriptPolicy = 'checkin-card-script'

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: { readonly createScriptURL: (address: string) => string }) => { readonly createScriptURL: (address: string) => string }
}

interface Loading {
  /** Null when the last one was no success: it may be tried again. */
  readonly attempt: Promise<ScriptLoading> | null
  /** How many never ended. */
  readonly late: number
}

const policies = new WeakMap<Document, (address: string) => string>()
const loading = new WeakMap<Document, Map<string, Loading>>()

/** A browser lets a second request for an address wait for the first, even one that hangs: only another address is asked for anew (P1). */
const addressOf = (src: string, late: number): string => (late === 0 ? src : `${src}?again=${late}`)

/** Where the browser has Trusted Types, the address passes a policy that knows this one script; a policy can be made once per document. */
function scriptAddress(page: Document, src: string, wanted: string): string {
  const known = policies.get(page)
  if (known) return known(wanted)
  const factory = Reflect.get(globalThis, 'trustedTypes') as PolicyFactory | undefined
  const allowed = (address: string): string => {
    if (address.replace(/\?again=\d+$/, '') !== src) throw new TypeError('Only the script of the card provider is loaded here')
    return address
  }
  const policy = factory?.createPolicy(cardScriptPolicy, { createScriptURL: allowed })
  const make = policy ? (address: string) => policy.createScriptURL(address) : allowed
  policies.set(page, make)
  return make(wanted)
}

/**
 * Puts the card provider's script into the page, once however often it is asked for (SHELL-37).
 * A failed one is taken out again, so that asking anew tries anew (DEC-92).
 */
export function loadCardScript({ src, limitMs = 8000 }: CardScript, page: Document = document): Promise<ScriptLoading> {
  const known = loading.get(page) ?? new Map<string, Loading>()
  loading.set(page, known)
  const before = known.get(src) ?? { attempt: null, late: 0 }
  if (before.attempt) return before.attempt
  const attempt = insert(page, src, addressOf(src, before.late), limitMs).then((result) => {
    if (result !== 'loaded') known.set(src, { attempt: null, late: before.late + (result === 'late' ? 1 : 0) })
    return result
  })
  known.set(src, { ...before, attempt })
  return attempt
}

/** The script as an effect, so that the screens that pay have it in the page early (SHELL-37). Whether it came, the form says (DEC-92). */
export const loadScriptFx = createEffect((src: string) => loadCardScript({ src }))

function insert(page: Document, src: string, address: string, limitMs: number): Promise<ScriptLoading> {
  // Another bundle of the same page may have brought it already.
  const same = CSS.escape(src)
  if (page.querySelector(`script[data-card-script="loaded"]:is([src="${same}"], [src^="${same}?"])`)) return Promise.resolve('loaded')
  return new Promise((resolve) => {
    const script = page.createElement('script')
    const end = (result: ScriptLoading): void => {
      clearTimeout(timer)
      if (result === 'loaded') script.dataset['cardScript'] = 'loaded'
      else script.remove()
      resolve(result)
    }
    const timer = setTimeout(() => { end('late') }, limitMs)
    script.dataset['cardScript'] = 'loading'
    script.dataset['main'] = 'payment-js'
    script.async = true
    script.onload = () => { end('loaded') }
    script.onerror = () => { end('failed') }
    try {
      script.src = scriptAddress(page, src, address)
      page.head.append(script)
    } catch {
      end('failed')
    }
  })
}
