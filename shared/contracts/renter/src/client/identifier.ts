const isBareMachine = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)

/**
 * Value of the `identifier` header: the page's host (SHELL-06). On a bare development host it is the tenant that the page
 * was made for (DEC-06). The server takes neither as proof of anything.
 */
export const identifierOf = (host: string, tenantOfPage: string | undefined): string => (isBareMachine(host) && tenantOfPage ? tenantOfPage : host)
