const base64url = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

/** A token that is made in this browser: nobody else sees it, the registry gets its hash. */
export async function newSecret(): Promise<{ readonly token: string; readonly hash: string; readonly fingerprint: string }> {
  const token = `crt_${base64url(crypto.getRandomValues(new Uint8Array(32)))}`
  const hash = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
  return { token, hash, fingerprint: hash.slice(0, 12) }
}
