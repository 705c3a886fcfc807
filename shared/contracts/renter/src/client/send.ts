/** One call as it leaves the page. */
export interface Outgoing {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

/** Bytes of the body that have left the page, of how many. */
export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

/** Statuses whose answer has no body. */
const bodiless = new Set([204, 205, 304])

const headersOf = (text: string): Headers =>
  new Headers(text.trim().split(/\r?\n/).filter((line) => line.includes(':')).map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as [string, string]
  }))

/** Sends with `fetch`, which reports no progress. */
export const sendQuietly = (address: string, { method, headers, body, signal }: Outgoing): Promise<Response> =>
  fetch(address, {
    method, headers, credentials: 'same-origin', cache: 'no-store', redirect: 'manual',
    ...(body === undefined ? {} : { body }), ...(signal && { signal }),
  })

/** Sends a large body and reports progress: only `XMLHttpRequest` knows. Rejects like `fetch` when nobody answers or `signal` aborts. */
export const sendWithProgress = (address: string, { method, headers, body, signal }: Outgoing, onProgress: (progress: UploadProgress) => void): Promise<Response> =>
  new Promise((answered, failed) => {
    const call = new XMLHttpRequest()
    call.open(method, address)
    call.responseType = 'text'
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    call.upload.addEventListener('progress', ({ loaded, total }) => { onProgress({ sent: loaded, total }) })
    call.addEventListener('load', () => {
      answered(new Response(bodiless.has(call.status) ? null : call.responseText, { status: call.status, headers: headersOf(call.getAllResponseHeaders()) }))
    })
    for (const end of ['error', 'abort', 'timeout']) call.addEventListener(end, () => { failed(new TypeError(`the call ended by ${end}`)) })
    if (signal?.aborted) call.abort()
    signal?.addEventListener('abort', () => { call.abort() })
    call.send(body)
  })
