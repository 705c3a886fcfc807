import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createServer } from 'node:http'

/** What is wrong with the answers of a provider; each one alone must keep a person out. */
export type Fault = 'none' | 'other-key' | 'other-nonce' | 'other-audience' | 'other-issuer' | 'over' | 'ended' | 'away' | 'no-refresh'

export interface TestIssuer {
  readonly url: string
  /** Claims of whoever signs in next. */
  claims: Readonly<Record<string, unknown>>
  fault: Fault
  /** How often it was asked again about somebody. */
  refreshes: number
  /** What the browser does there: it is sent back with a code. */
  readonly visit: (address: string) => Promise<URL>
  readonly stop: () => void
}

export const testClient = { id: 'console', secret: 'a secret of the console' } as const

const base64 = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A small OpenID provider: discovery, keys, authorisation with PKCE (S256 only), one use per code, tokens signed with ES256. */
export async function testIssuer(): Promise<TestIssuer> {
  const [pair, stranger] = [generateKeyPairSync('ec', { namedCurve: 'P-256' }), generateKeyPairSync('ec', { namedCurve: 'P-256' })]
  const codes = new Map<string, URLSearchParams>()
  let url = ''

  const idToken = (asked: URLSearchParams | null): string => {
    const now = Math.floor(Date.now() / 1000) - (issuer.fault === 'over' ? 7200 : 0)
    const payload = {
      iss: issuer.fault === 'other-issuer' ? 'https://elsewhere.example' : url, aud: issuer.fault === 'other-audience' ? 'somebody-else' : testClient.id, sub: 'person-1',
      iat: now, exp: now + 300, ...(asked && { nonce: issuer.fault === 'other-nonce' ? 'another' : asked.get('nonce') }), ...issuer.claims,
    }
    const signed = `${base64({ alg: 'ES256', kid: 'one' })}.${base64(payload)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), { key: (issuer.fault === 'other-key' ? stranger : pair).privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }

  const refreshTokens = new Set<string>()
  const tokens = (asked: URLSearchParams | null): object => {
    const refreshToken = `refresh-${randomBytes(12).toString('base64url')}`
    refreshTokens.add(refreshToken)
    return { access_token: 'unused', token_type: 'Bearer', id_token: idToken(asked), ...(issuer.fault !== 'no-refresh' && { refresh_token: refreshToken }) }
  }

  const token = (body: URLSearchParams): readonly [number, object] => {
    if (body.get('grant_type') === 'refresh_token') {
      issuer.refreshes += 1
      if (issuer.fault === 'away') return [503, {}]
      // Each may be used once.
      return issuer.fault !== 'ended' && refreshTokens.delete(body.get('refresh_token') ?? '') ? [200, tokens(null)] : [400, { error: 'invalid_grant' }]
    }
    const asked = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256').update(body.get('code_verifier') ?? '').digest('base64url')
    const isGenuine = asked?.get('code_challenge') === challenge && asked.get('redirect_uri') === body.get('redirect_uri') && body.get('client_secret') === testClient.secret
    return asked && isGenuine ? [200, tokens(asked)] : [400, { error: 'invalid_grant' }]
  }

  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => { response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)) }
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    switch (pathname) {
      case '/.well-known/openid-configuration':
        answer(200, {
          issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token`, jwks_uri: `${url}/keys`, response_types_supported: ['code'],
          subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['ES256'], token_endpoint_auth_methods_supported: ['client_secret_post'],
        })
        break
      case '/keys':
        answer(200, { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' }] })
        break
      case '/authorize': {
        if (searchParams.get('code_challenge_method') !== 'S256') return answer(400, { error: 'invalid_request' })
        const code = randomBytes(12).toString('base64url')
        codes.set(code, searchParams)
        const back = new URL(searchParams.get('redirect_uri') ?? '')
        back.searchParams.set('code', code)
        back.searchParams.set('state', searchParams.get('state') ?? '')
        response.writeHead(302, { location: back.href }).end()
        break
      }
      default: {
        let body = ''
        request.on('data', (part: Buffer) => { body += part.toString() })
        request.on('end', () => { answer(...token(new URLSearchParams(body))) })
      }
    }
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const issuer: TestIssuer = {
    url, claims: {}, fault: 'none', refreshes: 0,
    visit: async (at) => {
      const answer = await fetch(at, { redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? '')
    },
    stop: () => { server.close() },
  }
  return issuer
}
