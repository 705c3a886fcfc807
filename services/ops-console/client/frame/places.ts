/** The places of the console in the order of its navigation: address and name. */
export const places = [
  ['/releases', 'Releases'], ['/rollouts', 'Rollouts'], ['/experiments', 'Experiments'], ['/versions', 'Versions'], ['/compare', 'Compare'], ['/activity', 'Sessions and errors'], ['/levels', 'Service levels'], ['/tenants', 'Tenants'],
  ['/funnel', 'Funnel'], ['/attention', 'Needs a person'], ['/support', 'Support'], ['/money', 'Money'], ['/access', 'Access'], ['/audit', 'Audit'],
] as const

/** Pages whose address begins otherwise than that of their place. */
const elsewhere: Readonly<Record<string, string>> = { '/new-tenant': '/tenants', '/previews': '/releases' }

/** The place that a page belongs to, by its address. */
export function placeOf(pathname: string): string {
  const first = `/${pathname.split('/')[1] ?? ''}`
  return elsewhere[first] ?? first
}
