import { Counter, type Registry } from 'prom-client'
import { within, type Span, type SpanOrigin, type SpanSource } from './spans.ts'
import type { TraceSettings } from './trace-settings.ts'

/** The traces of one service. */
export interface Tracer {
  /** Loads the library where traces are wanted, and nothing anywhere else. */
  readonly ready: () => Promise<void>
  /** Null where nothing is traced. */
  readonly begin: (origin: SpanOrigin) => Span | null
  /** Does stored work for the trace of its cause, or for one of its own. Rejects as the work does. */
  readonly job: <Result>(name: string, traceparent: string | null, work: () => Promise<Result>) => Promise<Result>
  readonly stop: () => Promise<void>
}

/** The name of an error's kind, without its message, which may repeat what somebody typed. */
const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

/** Traces of a service by its settings; with null nothing is loaded, sent or kept. */
export function createTracer(service: string, settings: TraceSettings | null, metrics: Registry): Tracer {
  let source: SpanSource | null = null
  const begin = (origin: SpanOrigin): Span | null => source?.begin(origin) ?? null
  const load = async (): Promise<void> => {
    if (!settings) return
    const counter = new Counter({ name: 'trace_spans_total', help: 'Finished spans: sent, failed (the collector did not take them) or dropped (too many waited)', labelNames: ['outcome'], registers: [metrics] })
    const { openSpans } = await import('./otlp-spans.ts')
    source = openSpans(service, settings, (outcome, spans) => { counter.inc({ outcome }, spans) })
  }
  let loading: Promise<void> | null = null
  return {
    ready: () => (loading ??= load()),
    begin,
    job: async (name, traceparent, work) => {
      const span = begin({ name, kind: 'consumer', parent: traceparent, isVouchedFor: true })
      if (!span) return work()
      try {
        const result = await within(span, work)
        span.end()
        return result
      } catch (error) {
        span.end({ failure: kindOf(error) })
        throw error
      }
    },
    stop: async () => { await source?.stop() },
  }
}
