import * as z from 'zod'
import { plainHopsSetting, requireTlsHops } from '../plain-hops.ts'
import { accountSecretSetting, declareSettings, modeSetting, readSettings, SettingsError } from '../settings.ts'

/** Where traces go and how many. */
export interface TraceSettings {
  /** Address that takes spans: OTLP over HTTP. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Share of the calls from outside that are recorded, 0 to 1. */
  readonly ratio: number
  /** Host names of others to which traces are named, lower-case. */
  readonly propagationHosts: ReadonlySet<string>
}

/** `name=value` pairs with commas between them, values percent-encoded, as OpenTelemetry writes them. Throws SettingsError. */
function headersOf(text: string): Record<string, string> {
  try {
    return Object.fromEntries(text.split(',').filter((pair) => pair.trim() !== '').map((pair) => {
      const [, name = '', value = ''] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? []
      if (name === '') throw new TypeError('no header')
      return [name, decodeURIComponent(value.trim())]
    }))
  } catch {
    throw new SettingsError(new Map([['OTEL_EXPORTER_OTLP_HEADERS', 'must be name=value pairs with commas between them, values percent-encoded']]))
  }
}

const Environment = declareSettings({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_PLAIN_HOPS: plainHopsSetting(),
  CHECKIN_TRACE_HOSTS: z.string().regex(/^[a-z0-9.-]+( *, *[a-z0-9.-]+)*$/i, 'must be host names with commas between them').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: accountSecretSetting().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number from 0 to 1').min(0, 'must be a number from 0 to 1').max(1, 'must be a number from 0 to 1').default(1),
})

/** What the environment says of traces, by OpenTelemetry's own names where it has them; null where nothing is traced, which is so by default (DEC-318). Throws SettingsError. */
export function traceSettings(env: Readonly<Record<string, string | undefined>> = process.env): TraceSettings | null {
  const read = readSettings(Environment, env)
  const endpoint = read.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return null
  requireTlsHops({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, { demo: read.CHECKIN_MODE === 'demo', plainHops: read.CHECKIN_PLAIN_HOPS })
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers: headersOf(read.OTEL_EXPORTER_OTLP_HEADERS ?? ''), ratio: read.OTEL_TRACES_SAMPLER_ARG,
    propagationHosts: new Set((read.CHECKIN_TRACE_HOSTS ?? '').toLowerCase().split(',').map((host) => host.trim()).filter((host) => host !== '')),
  }
}
