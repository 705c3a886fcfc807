import { AsyncLocalStorage } from 'node:async_hooks'

/** What a span is of: a call that came in, a call that was made, or stored work that was taken up. */
export type SpanKind = 'server' | 'client' | 'consumer'

/** What is known of a span when it begins. Names and values are of the program, never of a person (DEC-318). */
export interface SpanStart {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes?: Readonly<Record<string, string | number>>
}

/** How a span ended: the status of an HTTP answer, or the name of the error that came instead. */
export interface SpanEnd {
  readonly status?: number
  readonly failure?: string
}

/** One piece of work of a trace. Nothing of it throws. */
export interface Span {
  /** As OpenTelemetry names them in logs. */
  readonly ids: { readonly trace_id: string; readonly span_id: string }
  /** For who goes on with the work (W3C Trace Context). */
  readonly traceparent: string
  /** Whether the trace may be named to a system of somebody else. */
  readonly propagatesTo: (host: string) => boolean
  readonly child: (start: SpanStart) => Span
  /** Counts once; `end` after it does nothing. */
  readonly end: (end?: SpanEnd) => void
}

/** A span and where its trace comes from. */
export interface SpanOrigin extends SpanStart {
  /** `traceparent` as it was received or stored; null begins a trace, as one that cannot be read does. */
  readonly parent: string | null
  /** The parent is of this product: whether it is recorded is decided. That of a stranger is gone on with and decides nothing. */
  readonly isVouchedFor: boolean
}

/** Where spans come from once the library is there. */
export interface SpanSource {
  readonly begin: (origin: SpanOrigin) => Span
  /** Sends what waits, for two seconds at most. */
  readonly stop: () => Promise<void>
}

const current = new AsyncLocalStorage<Span | null>()

/** The span that the running code works for; null outside of traced work, and always where nothing is traced. */
export const currentSpan = (): Span | null => current.getStore() ?? null

/** Runs work, and all that it awaits, for a span; null takes it out of any. */
export const within = <Result>(span: Span | null, work: () => Result): Result => current.run(span, work)

/** What stored work keeps, so that whoever takes it up goes on with the trace; null where nothing is traced. */
export const currentTraceparent = (): string | null => currentSpan()?.traceparent ?? null

/** A call to another server, by which it is known in a trace. */
export interface OutgoingCall {
  readonly method: string
  readonly host: string
  /** It is a system of somebody else, to which the trace is named only where the settings say so. */
  readonly isForeign: boolean
}

/** Begins the span of a call that goes out, and answers what it says of the trace; outside of traced work both do nothing. */
export function beginCall({ method, host, isForeign }: OutgoingCall): { readonly headers: Readonly<Record<string, string>>; readonly end: (end: SpanEnd) => void } {
  const span = currentSpan()?.child({ name: method, kind: 'client', attributes: { 'http.request.method': method, 'server.address': host } })
  if (!span) return { headers: {}, end: () => undefined }
  return { headers: isForeign && !span.propagatesTo(host) ? {} : { traceparent: span.traceparent }, end: span.end }
}
