/** The worker of tickets, which the site serves to companies that keep them (DEC-225). */
export const ticketWorkerPath = '/ticket/worker.js'

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: { readonly createScriptURL: (address: string) => string }) => { readonly createScriptURL: (address: string) => string }
}

let made: string | null = null

const allowed = (address: string): string => {
  if (address !== ticketWorkerPath) throw new TypeError('Only the worker of tickets runs here')
  return address
}

/** Where the browser has Trusted Types, the address passes a policy that knows this one worker; a policy can be made once per document. */
export function workerAddress(): string {
  const factory = Reflect.get(globalThis, 'trustedTypes') as PolicyFactory | undefined
  made ??= factory ? factory.createPolicy('checkin-ticket-worker', { createScriptURL: allowed }).createScriptURL(ticketWorkerPath) : ticketWorkerPath
  return made
}
