import type { Registry } from '../../registry.ts'
import { allPointers } from '../rollouts/pointer.ts'
import { requireTenants } from '../changes/release-change.ts'
import { foresee } from './dry-run.ts'
import { explain } from './explain.ts'
import { dryRun, explainTenant, getMatrix } from './insight.contract.ts'
import { matrix } from './matrix.ts'

/** What people ask before and after a change. */
export function insightRoutes({ serve, database, assets, clock, wideTenants }: Registry): void {
  serve(explainTenant, ({ params: { host }, query: { session, ...traits } }) =>
    database.withTx((tx) => explain({ tx, at: clock() }, host, session, traits), { isolation: 'repeatable read' }))

  serve(dryRun, ({ body: { hosts, ...wanted }, actor }) => database.withTx(async (tx) => {
    const chosen = hosts === 'all' ? (await allPointers({ tx })).map(({ host }) => host) : hosts
    requireTenants(chosen)
    const { revision } = await tx.selectFrom('ledger').select('revision').executeTakeFirstOrThrow()
    return { revision, ...await foresee({ tx, at: clock() }, { assets, wideTenants }, { hosts: chosen, everyone: hosts === 'all', wanted, actor }) }
  }, { isolation: 'repeatable read' }))

  serve(getMatrix, ({ actor }) => matrix(database, clock(), actor))
}
