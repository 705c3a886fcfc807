import type { FieldEventName, FieldName, FieldProblem, FieldState, FromFrame, HostedFieldStyle, ToFrame, TokenisedCard } from './messages.ts'

// A classic script, as the provider's: no import survives, and it puts one name on the page.
(() => {
  type Listener = (state: FieldState) => void
  type Success = (token: string, card: TokenisedCard | null) => void
  type Refused = (errors: readonly FieldProblem[]) => void

  const origin = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? document.baseURI).origin
  const titles: Readonly<Record<string, Readonly<Record<FieldName, string>>>> = {
    en: { number: 'Card number', cvv: 'Security code' },
    pt: { number: 'Número do cartão', cvv: 'Código de segurança' },
    fr: { number: 'Numéro de carte', cvv: 'Code de sécurité' },
    de: { number: 'Kartennummer', cvv: 'Prüfziffer' },
    es: { number: 'Número de tarjeta', cvv: 'Código de seguridad' },
    it: { number: 'Numero della carta', cvv: 'Codice di sicurezza' },
    nl: { number: 'Kaartnummer', cvv: 'Beveiligingscode' },
    ar: { number: 'رقم البطاقة', cvv: 'رمز الأمان' },
  }
  const randomName = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
  const events: ReadonlySet<unknown> = new Set<FieldEventName>(['input', 'focus', 'blur', 'enter', 'esc', 'tab', 'shift-tab'])
  const isState = (value: unknown): value is FieldState =>
    isRecord(value) && typeof value['validNumber'] === 'boolean' && typeof value['validCvv'] === 'boolean' && typeof value['cardType'] === 'string'
  const isProblem = (value: unknown): value is FieldProblem =>
    isRecord(value) && typeof value['attribute'] === 'string' && typeof value['key'] === 'string'

  /** Only a message of the known shape is one; everything else on the page is somebody else's. */
  function asMessage(data: unknown, nonce: string): FromFrame | null {
    if (!isRecord(data) || data['channel'] !== 'payment-js' || data['nonce'] !== nonce) return null
    if (data['field'] !== 'number' && data['field'] !== 'cvv') return null
    const complete = {
      ready: () => true,
      event: () => events.has(data['event']) && isState(data['state']),
      token: () => typeof data['request'] === 'string' && typeof data['token'] === 'string' && (data['card'] === null || isRecord(data['card'])),
      refused: () => typeof data['request'] === 'string' && Array.isArray(data['errors']) && data['errors'].every(isProblem),
    }[String(data['type'])]
    return complete?.() ? (data as unknown as FromFrame) : null
  }

  class PaymentJs {
    readonly version: string
    #publicKey = ''
    readonly #nonce = randomName()
    readonly #frames = new Map<FieldName, HTMLIFrameElement>()
    readonly #ready = new Set<FieldName>()
    readonly #listeners: { readonly field: FieldName; readonly event: FieldEventName; readonly listener: Listener }[] = []
    readonly #waiting = new Map<string, { readonly success: Success; readonly refused: Refused }>()
    #onReady: ((payment: PaymentJs) => void) | undefined

    constructor(version = '1.3') {
      this.version = version
    }

    /** Puts the two fields into the page's elements; `callback` runs when both frames answer. */
    init(publicKey: string, numberElement: string | HTMLElement, cvvElement: string | HTMLElement, callback?: (payment: PaymentJs) => void): void {
      this.#start(publicKey, callback)
      this.#mount('number', numberElement)
      this.#mount('cvv', cvvElement)
    }

    /** Only the security code, asked again for a card that is kept. */
    initCvvRefresh(publicKey: string, cvvElement: string | HTMLElement, callback?: (payment: PaymentJs) => void): void {
      this.#start(publicKey, callback)
      this.#mount('cvv', cvvElement)
    }

    numberOn(event: FieldEventName, listener: Listener): void { this.#listeners.push({ field: 'number', event, listener }) }
    cvvOn(event: FieldEventName, listener: Listener): void { this.#listeners.push({ field: 'cvv', event, listener }) }
    setNumberStyle(style: HostedFieldStyle): void { this.#configure('number', { style }) }
    setCvvStyle(style: HostedFieldStyle): void { this.#configure('cvv', { style }) }
    setNumberPlaceholder(placeholder: string): void { this.#configure('number', { placeholder }) }
    setCvvPlaceholder(placeholder: string): void { this.#configure('cvv', { placeholder }) }
    /** `aria-*` only. */
    setNumberAttribute(name: string, value: string): void { this.#attribute('number', name, value) }
    setCvvAttribute(name: string, value: string): void { this.#attribute('cvv', name, value) }
    focusNumber(): void { this.#send('number', { type: 'focus' }) }
    focusCvv(): void { this.#send('cvv', { type: 'focus' }) }

    /** Makes a one-time token of what stands in the fields and of `data` (card_holder, month, year). */
    tokenize(data: Readonly<Record<string, string>>, success: Success, refused: Refused): void {
      this.#send('number', { type: 'tokenize', request: this.#expect(success, refused), publicKey: this.#publicKey, data: { ...data } })
    }

    /** Makes a one-time token of the security code for a saved card. */
    refreshCvv(referenceUuid: string, success: Success, refused: Refused): void {
      this.#send('cvv', { type: 'refresh', request: this.#expect(success, refused), publicKey: this.#publicKey, referenceUuid })
    }

    /** Takes the fields out of the page; nothing that comes after is heard. */
    destroy(): void {
      window.removeEventListener('message', this.#receive)
      for (const frame of this.#frames.values()) frame.remove()
      this.#frames.clear()
    }

    #start(publicKey: string, callback?: (payment: PaymentJs) => void): void {
      this.#publicKey = publicKey
      this.#onReady = callback
      window.addEventListener('message', this.#receive)
    }

    #mount(field: FieldName, place: string | HTMLElement): void {
      const element = typeof place === 'string' ? document.getElementById(place) : place
      if (!element) throw new Error(`There is no element for the ${field} field`)
      const language = document.documentElement.lang.slice(0, 2)
      const frame = document.createElement('iframe')
      frame.title = (titles[language] ?? titles['en'])?.[field] ?? field
      frame.src = `${origin}/js/integrated/frame/${field}?lang=${encodeURIComponent(language)}#${new URLSearchParams({ nonce: this.#nonce, origin: location.origin }).toString()}`
      frame.setAttribute('scrolling', 'no')
      Object.assign(frame.style, { border: '0', width: '100%', height: '100%', display: 'block' })
      this.#frames.set(field, frame)
      element.replaceChildren(frame)
    }

    #expect(success: Success, refused: Refused): string {
      const request = randomName()
      this.#waiting.set(request, { success, refused })
      return request
    }

    #configure(field: FieldName, part: Readonly<Record<string, unknown>>): void { this.#send(field, { type: 'configure', ...part }) }

    #attribute(field: FieldName, name: string, value: string): void {
      if (!/^aria-[a-z]+$/.test(name)) throw new Error('Only aria attributes can be set')
      const frame = this.#frames.get(field)
      if (frame && name === 'aria-label') frame.title = value
      this.#configure(field, { attributes: { [name]: value } })
    }

    #send(field: FieldName, message: Readonly<Record<string, unknown>> & { readonly type: ToFrame['type'] }): void {
      this.#frames.get(field)?.contentWindow?.postMessage({ channel: 'payment-js', nonce: this.#nonce, ...message }, origin)
    }

    readonly #receive = (event: MessageEvent): void => {
      if (event.origin !== origin) return
      const message = asMessage(event.data, this.#nonce)
      if (!message || this.#frames.get(message.field)?.contentWindow !== event.source) return
      if (message.type === 'ready') {
        this.#ready.add(message.field)
        if (this.#ready.size === this.#frames.size) this.#onReady?.(this)
        return
      }
      if (message.type === 'event') {
        for (const { field, event: name, listener } of this.#listeners) if (field === message.field && name === message.event) listener(message.state)
        return
      }
      const waiting = this.#waiting.get(message.request)
      if (!waiting) return
      this.#waiting.delete(message.request)
      if (message.type === 'token') waiting.success(message.token, message.card)
      else waiting.refused(message.errors)
    }
  }

  /** A wallet's sheet for tests, with the parts of the browser's Payment Request that shops use; the provider's real script has none and leaves it to the browser. */
  class SheetRequest {
    readonly #method: PaymentMethodData
    readonly #details: PaymentDetailsInit

    constructor(methods: PaymentMethodData[], details: PaymentDetailsInit) {
      const [method] = methods
      if (!method) throw new TypeError('At least one payment method is needed')
      this.#method = method
      this.#details = details
    }

    canMakePayment(): Promise<boolean> {
      return Promise.resolve(wallets.some((code) => methodOf(code) === this.#method.supportedMethods))
    }

    show(): Promise<{ readonly methodName: string; readonly details: { readonly token: string }; readonly complete: () => Promise<void> }> {
      const { label, amount } = this.#details.total
      const { code, key } = this.#method.data as { readonly code: string; readonly key: string }
      const nonce = randomName()
      const sheet = document.createElement('dialog')
      const frame = document.createElement('iframe')
      const language = document.documentElement.lang.slice(0, 2)
      frame.title = code === 'applepay' ? 'Apple Pay' : 'Google Pay'
      frame.src = `${origin}/js/integrated/sheet?${new URLSearchParams({ code, key, label, amount: amount.value, currency: amount.currency, lang: language }).toString()}#${new URLSearchParams({ nonce, origin: location.origin }).toString()}`
      Object.assign(frame.style, { border: '0', width: '100%', height: '26rem', display: 'block' })
      Object.assign(sheet.style, { padding: '0', border: '0', borderRadius: '12px', width: 'min(24rem, 100vw)', overflow: 'hidden' })
      sheet.dataset['walletSheet'] = code
      sheet.append(frame)
      document.body.append(sheet)
      return new Promise((resolve, reject) => {
        const end = (): void => {
          window.removeEventListener('message', receive)
          sheet.remove()
        }
        const closed = (): void => {
          end()
          reject(new DOMException('The sheet was closed', 'AbortError'))
        }
        const receive = (event: MessageEvent): void => {
          const data = event.data as Record<string, unknown> | null
          if (event.origin !== origin || event.source !== frame.contentWindow || data?.['channel'] !== 'wallet-sheet' || data['nonce'] !== nonce) return
          if (typeof data['token'] !== 'string') {
            closed()
            return
          }
          end()
          resolve({ methodName: this.#method.supportedMethods, details: { token: data['token'] }, complete: () => Promise.resolve() })
        }
        window.addEventListener('message', receive)
        sheet.addEventListener('cancel', closed)
        sheet.showModal()
      })
    }
  }
  const wallets = ['googlepay', 'applepay']
  const methodOf = (code: string): string => `${origin}/pay/${code}`
  const method = (code: string, key: string): PaymentMethodData | null => (wallets.includes(code) ? { supportedMethods: methodOf(code), data: { code, key } } : null)

  Reflect.set(window, 'PaymentJs', Object.assign(PaymentJs, { wallets: { method, Request: SheetRequest } }))
})()
