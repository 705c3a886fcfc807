/**
 * Runs in a field's frame when the sandbox plays a liar (P3): right origin and right window, but a token that nobody asked for, once under a
 * guessed nonce and once under the real one. A page that believes either has a token that the renter never made.
 */
const given = new URLSearchParams(location.hash.slice(1))
const forge = (nonce: string): void => {
  const field = document.documentElement.dataset['field']
  parent.postMessage({ channel: 'payment-js', nonce, field, type: 'token', request: 'guessed', token: 'ix::forged-token', card: null }, given.get('origin') ?? location.origin)
}

setInterval(() => {
  forge('guessed')
  forge(given.get('nonce') ?? '')
}, 50)
