import { createHash } from 'node:crypto'
import type { PageFacts } from '@checkin/routes'
import { reportDirectives, reportingHeader } from '@checkin/server/policy-reports'

/** What a page needs beyond the common policy (`document` of its route). */
export type PageKind = PageFacts['document']

export interface CspInput {
  readonly kind: PageKind
  /** Names of the Trusted Types policies of the loader and of every module version that may run in the page. */
  readonly trustedTypes: readonly string[]
  /** `'sha256-…'` sources of inline scripts, if a page has any. */
  readonly scriptHashes: readonly string[]
  /** Origins of the payment provider; only payment pages use them. */
  readonly providerOrigins: readonly string[]
  /** The page of a ticket that its device may keep starts one worker, by a policy of its own (DEC-225). */
  readonly worker?: string | undefined
}

/** Makes the address of the card provider's script, and of nothing else (shared/card-payment). */
const cardScriptPolicy = 'checkin-card-script'

/**
 * The one table of the Content-Security-Policy. Hashes, never nonces, because HTML is shared and compressed once.
 * Inline styles are allowed for antd's token variables; inline scripts and eval never are.
 */
export function contentSecurityPolicy(input: CspInput): string {
  const provider = input.kind === 'payment' ? input.providerOrigins : []
  const directives: readonly (readonly [string, readonly string[]])[] = [
    ['default-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['object-src', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
    // Forms are sent by the page's code. Without it the browser would put what was typed into an address.
    ['form-action', [input.kind === 'payment' ? "'self'" : "'none'"]],
    ['connect-src', ["'self'", ...provider]],
    ['font-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['img-src', ["'self'", 'data:', 'blob:']],
    ['script-src', ["'self'", ...input.scriptHashes, ...provider]],
    ...(input.worker === undefined ? [] : [['worker-src', ["'self'"]] as const]),
    ['style-src', ["'self'", "'unsafe-inline'"]],
    ['frame-src', provider.length > 0 ? provider : ["'none'"]],
    // No page of ours speaks to other browsers. Browsers of today do not know it yet (decision 0263).
    ['webrtc', ["'block'"]],
    ['require-trusted-types-for', ["'script'"]],
    ['trusted-types', [...input.trustedTypes, ...(input.worker === undefined ? [] : [input.worker]), ...(provider.length > 0 ? [cardScriptPolicy] : [])]],
    ...reportDirectives,
  ]
  return directives.map(([name, sources]) => `${name} ${sources.join(' ')}`).join('; ')
}

/** Headers that every page carries besides the policy. */
export const pageHeaders = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  ...reportingHeader,
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(self)',
} as const

/** The source that lets exactly this inline script run. */
export const hashOfScript = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
