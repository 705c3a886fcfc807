import { brandOf, cvvLength, digitsOf, grouped, isCardNumber, masked } from './cards.ts'
import type { FieldEventName, FieldName, FieldProblem, FieldState, FromFrame, TokenisedCard } from './messages.ts'

/** Runs in each of the two frames: one input, spoken to by the script of the page that embeds it. */

const styleNames = new Set([
  'color', 'background-color', 'caret-color', 'font-size', 'font-family', 'font-weight', 'letter-spacing', 'line-height', 'padding', 'text-align', 'color-scheme',
])
const field = document.documentElement.dataset['field'] as FieldName
const parents: readonly string[] = (document.documentElement.dataset['parents'] ?? '').split(' ')
const given = new URLSearchParams(location.hash.slice(1))
const nonce = given.get('nonce') ?? ''
const parentOrigin = given.get('origin') ?? ''
const input = document.querySelector('input') as HTMLInputElement
// Only this provider's own frames of one page hear each other here: another origin cannot join.
const siblings = new BroadcastChannel(`payment-js:${nonce}`)

let digits = ''
/** Digits of the other field of the page: the length of the security code depends on the brand. */
let other = ''

const number = (): string => (field === 'number' ? digits : other)
const cvv = (): string => (field === 'cvv' ? digits : other)

const state = (): FieldState => {
  const brand = brandOf(number())
  return { cardType: brand, validNumber: isCardNumber(number()), validCvv: cvv().length === cvvLength(brand), numberLength: number().length, cvvLength: cvv().length }
}

type Reply<Message> = Message extends unknown ? Omit<Message, 'channel' | 'nonce' | 'field'> : never
const post = (message: Reply<FromFrame>): void => { parent.postMessage({ channel: 'payment-js', nonce, field, ...message }, parentOrigin) }
const happened = (event: FieldEventName): void => { post({ type: 'event', event, state: state() }) }

function show(): void {
  const typing = document.activeElement === input
  if (field === 'cvv') input.value = digits
  else input.value = !typing && isCardNumber(digits) ? masked(digits) : grouped(digits)
}

input.addEventListener('input', () => {
  const caret = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  digits = digitsOf(input.value).slice(0, field === 'number' ? 19 : 4)
  show()
  if (field === 'number') {
    const place = grouped(digits.slice(0, caret)).length
    input.setSelectionRange(place, place)
  }
  siblings.postMessage({ field, digits })
  happened('input')
})
input.addEventListener('focus', () => { show(); happened('focus') })
input.addEventListener('blur', () => { show(); happened('blur') })
input.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') { event.preventDefault(); happened('enter') }
  if (event.key === 'Escape') happened('esc')
  if (event.key === 'Tab') happened(event.shiftKey ? 'shift-tab' : 'tab')
})

siblings.addEventListener('message', (event: MessageEvent<unknown>) => {
  const data = event.data as { field?: unknown; digits?: unknown; ask?: unknown } | null
  if (data?.ask === true) siblings.postMessage({ field, digits })
  else if ((data?.field === 'number' || data?.field === 'cvv') && data.field !== field && typeof data.digits === 'string') other = data.digits
})

function configure(message: Readonly<Record<string, unknown>>): void {
  const { style, placeholder, attributes } = message as { style?: Record<string, unknown>; placeholder?: unknown; attributes?: Record<string, unknown> }
  for (const [name, value] of Object.entries(style ?? {})) {
    if (!styleNames.has(name) || typeof value !== 'string' || /url\s*\(/i.test(value)) continue
    if (name === 'color-scheme') document.documentElement.style.setProperty(name, value)
    else input.style.setProperty(name, value)
  }
  if (typeof placeholder === 'string') input.placeholder = placeholder
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (/^aria-[a-z]+$/.test(name) && typeof value === 'string') input.setAttribute(name, value)
  }
}

async function askToken(path: string, request: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const unavailable: FieldProblem = { attribute: 'gateway', key: 'errors.unavailable', message: 'The provider cannot be reached' }
  try {
    const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) })
    const { token, card = null, errors } = await answer.json() as { token?: string; card?: TokenisedCard; errors?: FieldProblem[] }
    if (token !== undefined) post({ type: 'token', request, token, card })
    else post({ type: 'refused', request, errors: errors ?? [unavailable] })
    const wrong = errors?.some(({ attribute }) => attribute === field) ?? false
    input.setAttribute('aria-invalid', String(wrong))
  } catch {
    post({ type: 'refused', request, errors: [unavailable] })
  }
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.origin !== parentOrigin || event.source !== parent) return
  const message = event.data as Record<string, unknown> | null
  if (typeof message !== 'object' || message?.['channel'] !== 'payment-js' || message['nonce'] !== nonce) return
  const { type, request, publicKey } = message
  if (type === 'configure') configure(message)
  if (type === 'focus') input.focus()
  if (typeof request !== 'string' || typeof publicKey !== 'string') return
  if (type === 'tokenize' && field === 'number' && typeof message['data'] === 'object') {
    void askToken('/js/integrated/tokenize', request, { ...message['data'], publicKey, number: number(), cvv: cvv() })
  }
  if (type === 'refresh' && field === 'cvv' && typeof message['referenceUuid'] === 'string') {
    void askToken('/js/integrated/refresh', request, { publicKey, referenceUuid: message['referenceUuid'], cvv: cvv() })
  }
})

// A page that embeds the field without being a known shop receives nothing; its browser does not even show the field.
if (nonce !== '' && parents.includes(parentOrigin)) {
  siblings.postMessage({ ask: true })
  post({ type: 'ready' })
}
