/** Posts what a shop has to hear of; an answer that leads elsewhere or takes more than 10 s is none. */
export const postToShop = (url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(10_000), headers })

/** Whether the shop took it: it answers 200 with exactly `OK`. */
export async function isTaken(answer: Response): Promise<boolean> {
  return (await answer.text()) === 'OK' && answer.status === 200
}

/** What of a shop's address is signed: from where the shop's own part begins, so that a proxy in front of it may put something before. */
export function shopPath(url: string): string {
  const { pathname } = new URL(url)
  return pathname.slice(Math.max(0, pathname.indexOf('/provider/v1/')))
}
