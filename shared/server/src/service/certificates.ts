import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Gauge, type Registry } from 'prom-client'

/** When the first certificate of a PEM file ends, in Unix seconds; 0 for a file that cannot be read or holds none. */
const endOf = async (file: string): Promise<number> => {
  try {
    return new X509Certificate(await readFile(file)).validToDate.getTime() / 1000
  } catch {
    return 0
  }
}

/** Tells when the certificates in these files end (DEC-317), read anew each time metrics are asked for, so that a renewed one is seen; by the file's name. */
export function watchCertificates(files: readonly string[], metrics: Registry): void {
  if (files.length === 0) return
  new Gauge({
    name: 'checkin_certificate_end_timestamp_seconds', help: 'When a certificate ends, in Unix seconds; 0 when its file cannot be read', labelNames: ['certificate'], registers: [metrics],
    async collect() { for (const file of files) this.set({ certificate: basename(file) }, await endOf(file)) },
  })
}
