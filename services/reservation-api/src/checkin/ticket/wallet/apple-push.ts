import type { AccountBody } from '@checkin/internal'
import { withHttp2, type Http2Answer } from '@checkin/server'
import { outboundLookupOf } from '@checkin/server/outbound'

/** What became of one receiver: it has what there is, it is there no more, or it has to be tried again; the reason is a code. */
export type Updated = { readonly kind: 'done' } | { readonly kind: 'gone' } | { readonly kind: 'again'; readonly reason: string }

const timeoutMs = 5000

const reasonOf = (text: string): string => /"reason"\s*:\s*"(\w{1,40})"/.exec(text)?.[1] ?? ''

/** Only the device itself can be gone: a certificate that is refused says nothing of it. */
function updatedOf({ status, text }: Http2Answer): Updated {
  if (status === 200) return { kind: 'done' }
  if (status === 410 || (status === 400 && /^(?:BadDeviceToken|DeviceTokenNotForTopic|Unregistered)$/.test(reasonOf(text)))) return { kind: 'gone' }
  return { kind: 'again', reason: [String(status), reasonOf(text)].filter(Boolean).join(' ') }
}

/**
 * Says to devices that a pass of theirs changed: an empty message by the push service of Apple (APNs, HTTP/2), proven by the certificate that signs the passes. Each then asks
 * what changed (API-96). Never rejects; answers stand in the order of the addresses (DEC-280).
 */
export async function pushToDevices({ pushUrl: url = 'https://api.push.apple.com', passTypeId, certificate, key }: AccountBody<'apple-wallet'>, addresses: readonly string[]): Promise<readonly Updated[]> {
  const unreached: Updated = { kind: 'again', reason: 'ENOANSWER' }
  try {
    return await withHttp2({ url, certificate, key, timeoutMs, lookup: outboundLookupOf(new URL(url)) }, (post) => Promise.all(addresses.map((address) =>
      post({ path: `/3/device/${address}`, headers: { 'apns-topic': passTypeId, 'content-type': 'application/json' }, body: '{"aps":{}}' })
        .then(updatedOf, () => unreached))))
  } catch {
    return addresses.map(() => unreached)
  }
}
