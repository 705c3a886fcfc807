/** What a service says of its process at `/metrics`. */
export interface ProcessMetrics {
  /** Resident memory, in MB. */
  readonly memory: number
  /** JavaScript's heap in use, in MB: what is not collected yet is part of it. */
  readonly heap: number
  /** Seconds of processor time since its start. */
  readonly processor: number
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

/** Reads them at a port of this machine. */
export async function metricsOf(port: number): Promise<ProcessMetrics> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const value = (name: string): number => Number(new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(metrics)?.[1])
  return { memory: megabytes(value('process_resident_memory_bytes')), heap: megabytes(value('nodejs_heap_size_used_bytes')), processor: value('process_cpu_seconds_total') }
}
