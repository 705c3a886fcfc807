import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { callTls, declareSettings, flagSetting, hstsSubdomainsSetting, modeSetting, plainHopsSetting, portSetting, readSettings, requireTlsHops, secretsSetting, securityContactSetting, securityExpirySetting, securityTxtOf, type SecurityTxt, SettingsError, tokenSetting } from '@checkin/server'

/** `operator=checkin-ops,approver=checkin-leads`: what the provider calls each role. */
const roleNames = z.string().regex(/^(operator|approver|support|viewer)=[^,=]+(,(operator|approver|support|viewer)=[^,=]+)*$/, 'must be like operator=checkin-ops,viewer=staff')
  .transform((text): Readonly<Record<string, string>> => Object.fromEntries(text.split(',').map((pair) => pair.split('=') as [string, string])))

const Environment = declareSettings({
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_MODE: modeSetting(),
  CHECKIN_OPS_HOST: z.string().min(1).default('127.0.0.1'),
  CHECKIN_OPS_NAMES: z.string().min(1).default('ops.localhost'),
  CHECKIN_OPS_SECRET: secretsSetting(),
  CHECKIN_REGISTRY_URL: z.url('must be an address').optional(),
  CHECKIN_API_URL: z.url('must be an address').optional(),
  CHECKIN_PLAIN_HOPS: plainHopsSetting(),
  CHECKIN_HSTS_SUBDOMAINS: hstsSubdomainsSetting(),
  CHECKIN_TRUST_PROXY: flagSetting(false),
  CHECKIN_ADMIN_TOKEN: tokenSetting(),
  CHECKIN_OIDC_ISSUER: z.url('must be the address of an identity provider').optional(),
  CHECKIN_OIDC_CLIENT_ID: z.string().min(1).optional(),
  CHECKIN_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  CHECKIN_OIDC_SCOPE: z.string().regex(/(^| )openid( |$)/, 'must contain openid').default('openid email'),
  CHECKIN_OIDC_NAME_CLAIM: z.string().min(1).default('email'),
  CHECKIN_OIDC_ROLE_CLAIM: z.string().min(1).default('roles'),
  CHECKIN_OIDC_ROLES: roleNames.default({}),
  CHECKIN_OIDC_TENANTS_CLAIM: z.string().min(1).optional(),
  CHECKIN_OIDC_ACR: z.string().default(''),
  CHECKIN_OIDC_CHECK_MINUTES: z.coerce.number('must be a number of minutes').min(1, 'must be 1 or more').max(720, 'must be at most 720').default(15),
  CHECKIN_PERSON_SECRET: secretsSetting().optional(),
  CHECKIN_SECURITY_CONTACT: securityContactSetting(),
  CHECKIN_SECURITY_EXPIRES: securityExpirySetting(),
})

/** An identity provider at which operators sign in. */
export type OpenIdSettings = Readonly<NonNullable<ReturnType<typeof openIdOf>>>

export interface ConsoleSettings extends Readonly<Omit<ReturnType<typeof consoleSettings>, 'securityTxt'>> {
  /** Whom to tell about a weakness, by host (RFC 9116). */
  readonly securityTxt?: SecurityTxt | null
}

/** Settings from the environment; throws with the variable's name when one is not valid. */
export function consoleSettings(env: Readonly<Record<string, string | undefined>> = process.env) {
  const read = readSettings(Environment, env)
  const { CHECKIN_API_URL, CHECKIN_REGISTRY_URL } = read
  callTls(env)
  requireTlsHops({ CHECKIN_API_URL, CHECKIN_REGISTRY_URL }, { demo: read.CHECKIN_MODE === 'demo', plainHops: read.CHECKIN_PLAIN_HOPS })
  return {
    /** Base port: the console is one above, its metrics seven. */
    port: read.CHECKIN_PORT,
    /** Address that the console listens on; loopback by default. */
    listenOn: read.CHECKIN_OPS_HOST,
    /** Host names that the console answers to; another name is refused, so that no page can reach it by rebinding a name. */
    names: read.CHECKIN_OPS_NAMES.split(',').map((name) => name.trim().toLowerCase()),
    /** Base addresses of the services that it shows. */
    upstreams: {
      registry: baseAddress(read.CHECKIN_REGISTRY_URL, read.CHECKIN_PORT + 5),
      reservations: baseAddress(read.CHECKIN_API_URL, read.CHECKIN_PORT + 4),
    },
    /** Seals what browsers and the registry keep for the console. */
    secret: read.CHECKIN_OPS_SECRET,
    /** Opens the reservation API's calls for operators. */
    adminToken: read.CHECKIN_ADMIN_TOKEN,
    /** False behind TLS: cookies are then for https only. */
    demo: read.CHECKIN_MODE === 'demo',
    /** Browsers come by https to names below the console's own too. */
    hstsSubdomains: read.CHECKIN_HSTS_SUBDOMAINS,
    /** Set when a TLS-ending proxy stands in front: only then are its forwarded headers believed. */
    trustProxy: read.CHECKIN_TRUST_PROXY,
    /** Null where operators sign in with tokens only. */
    openId: openIdOf(read),
    securityTxt: securityTxtOf(read.CHECKIN_SECURITY_CONTACT, read.CHECKIN_SECURITY_EXPIRES),
    /** Folder of the built pages. */
    pages: resolve(fileURLToPath(new URL('../dist', import.meta.url))),
  }
}

const baseAddress = (given: string | undefined, ownPort: number): string => given?.replace(/\/+$/, '') ?? `http://127.0.0.1:${ownPort}`

function openIdOf(read: z.infer<typeof Environment>) {
  const { CHECKIN_OIDC_ISSUER: issuer, CHECKIN_OIDC_CLIENT_ID: clientId, CHECKIN_OIDC_CLIENT_SECRET: clientSecret, CHECKIN_PERSON_SECRET: personSecret } = read
  if (issuer === undefined) return null
  const needed = { CHECKIN_OIDC_CLIENT_ID: clientId, CHECKIN_OIDC_CLIENT_SECRET: clientSecret, CHECKIN_PERSON_SECRET: personSecret }
  const missing = Object.entries(needed).filter(([, value]) => value === undefined).map(([name]) => [name, 'is needed with CHECKIN_OIDC_ISSUER'] as const)
  const insecure = new URL(issuer).protocol === 'http:'
  const problems = new Map<string, string>([...missing, ...(insecure && read.CHECKIN_MODE !== 'demo' ? [['CHECKIN_OIDC_ISSUER', 'must be an https address'] as const] : [])])
  if (problems.size > 0 || clientId === undefined || clientSecret === undefined || personSecret === undefined) throw new SettingsError(problems)
  return {
    issuer, clientId, clientSecret, scope: read.CHECKIN_OIDC_SCOPE,
    /** Shared with the registry: it believes whom the console vouches for. */
    personSecret,
    /** Strengths of a sign-in, of which the provider has to name one (acr, ASVS 6.8.4); empty where any will do. */
    strengths: read.CHECKIN_OIDC_ACR.split(' ').filter((strength) => strength !== ''),
    /** Minutes after which the provider is asked again whether it still vouches for somebody. */
    checkMinutes: read.CHECKIN_OIDC_CHECK_MINUTES,
    /** A provider without TLS, for the demo. */
    insecure,
    /** Claim with the name that stands in the audit; a name is one person's for ever. */
    nameClaim: read.CHECKIN_OIDC_NAME_CLAIM,
    roleClaim: read.CHECKIN_OIDC_ROLE_CLAIM,
    /** What the provider calls a role, where it is another word. */
    roleNames: read.CHECKIN_OIDC_ROLES,
    /** Claim with host names of tenants; without it everybody reaches every tenant. */
    tenantsClaim: read.CHECKIN_OIDC_TENANTS_CLAIM,
  }
}
