import type { Registry } from '../../registry.ts'
import { getSnapshot } from './snapshot.contract.ts'
import { snapshots } from './snapshot.ts'

/** What site servers poll. */
export function snapshotRoutes({ serve, database, signingKey }: Registry): void {
  const { current, revision } = snapshots(database, signingKey)
  serve(getSnapshot, async ({ request, reply }) => {
    const known = request.headers['if-none-match']
    if (known !== undefined && known === `"${await revision()}"`) return reply.code(304).header('etag', known).send()
    const { revision: newest, committedAt, signed } = await current()
    void reply.header('etag', `"${newest}"`)
    // For the sites' own figure of how soon they know; outside of what is signed, because nothing else may follow from it.
    if (committedAt) void reply.header('x-checkin-committed-at', committedAt.toISOString())
    return signed
  })
}
