import type { Route } from '@playwright/test'

/** Lets a call reach its server while the page waits; what becomes of the answer is the caller's business. Only browsers know where *.localhost is. */
export async function passOn(route: Route): Promise<void> {
  const address = new URL(route.request().url())
  const { host } = address
  address.hostname = '127.0.0.1'
  await route.fetch({ url: address.href, headers: { ...await route.request().allHeaders(), host } })
}
