import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type Span as OtelSpan, type SpanContext } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOffSampler, AlwaysOnSampler, BatchSpanProcessor, ParentBasedSampler, SamplingDecision, TracerProvider, type Sampler, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace'
import type { Span, SpanOrigin, SpanSource, SpanStart } from './spans.ts'
import type { TraceSettings } from './trace-settings.ts'

/** Spans that may wait for the collector; more are dropped and counted. */
const mostWaiting = 2048
/** Milliseconds after which a collector that does not answer has lost what it was sent. */
const patienceMs = 5000
/** Milliseconds that a process which ends gives its last spans. */
const lastMs = 2000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const
const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Reads `traceparent` of version 00; null for what is none. */
function readParent(traceparent: string | null): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] = form.exec(traceparent ?? '') ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED }
  return trace.isSpanContextValid(context) ? context : null
}

/** Drawn and not derived from the trace's id, which a stranger chooses. */
const drawn = (ratio: number): Sampler => ({
  shouldSample: () => ({ decision: Math.random() < ratio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }),
  toString: () => `drawn ${ratio}`,
})

/** A caller that nobody vouches for does not decide about recording: the trace goes on, and is sampled like any other (DEC-318). */
function samplerOf(ratio: number): Sampler {
  const own = drawn(ratio)
  return new ParentBasedSampler({ root: own, remoteParentSampled: own, remoteParentNotSampled: own, localParentSampled: new AlwaysOnSampler(), localParentNotSampled: new AlwaysOffSampler() })
}

/** Opens OpenTelemetry's own pipeline for a service. `count` hears what becomes of finished spans. */
export function openSpans(service: string, { url, headers, ratio, propagationHosts }: TraceSettings, count: (outcome: 'sent' | 'failed' | 'dropped', spans: number) => void): SpanSource {
  let waiting = 0
  const otlp = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: patienceMs, concurrencyLimit: 2 })
  const exporter: SpanExporter = {
    export: (spans, done) => {
      waiting -= spans.length
      otlp.export(spans, (result) => {
        count(result.error === undefined ? 'sent' : 'failed', spans.length)
        done(result)
      })
    },
    shutdown: () => otlp.shutdown(),
    forceFlush: () => otlp.forceFlush(),
  }
  const batches = new BatchSpanProcessor({ exporter, maxQueueSize: mostWaiting, maxExportBatchSize: 256, scheduledDelayMillis: 1000, exportTimeoutMillis: patienceMs + 1000 })
  const bounded: SpanProcessor = {
    onStart: (span, context) => { batches.onStart(span, context) },
    onEnd: (span) => {
      if (waiting >= mostWaiting) { count('dropped', 1); return }
      waiting += 1
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
  const provider = new TracerProvider({ sampler: samplerOf(ratio), resource: resourceFromAttributes({ 'service.name': service }), spanProcessors: [bounded] })
  const tracer = provider.getTracer('checkin')

  const spanOf = (span: OtelSpan, of: Context): Span => {
    const { traceId, spanId, traceFlags } = span.spanContext()
    const context = trace.setSpan(of, span)
    return {
      ids: { trace_id: traceId, span_id: spanId },
      traceparent: `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`,
      propagatesTo: (host) => propagationHosts.has(host.toLowerCase()),
      child: (start) => begun(start, context),
      end: ({ status, failure } = {}) => {
        if (!span.isRecording()) return
        if (status !== undefined) span.setAttribute('http.response.status_code', status)
        if (failure !== undefined) span.setAttribute('error.type', failure)
        if (failure !== undefined || (status ?? 0) >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  const begun = ({ name, kind, attributes = {} }: SpanStart, context: Context): Span => spanOf(tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, context), context)

  return {
    begin: ({ parent, isVouchedFor, ...start }: SpanOrigin) => {
      const above = readParent(parent)
      return begun(start, above ? trace.setSpanContext(ROOT_CONTEXT, { ...above, isRemote: !isVouchedFor }) : ROOT_CONTEXT)
    },
    stop: async () => {
      let late: NodeJS.Timeout | undefined
      await Promise.race([provider.shutdown().catch(() => undefined), new Promise<void>((resolve) => { late = setTimeout(resolve, lastMs) })])
      clearTimeout(late)
    },
  }
}
