import { PageHead } from '../frame/page-head.tsx'
import { Changes } from './changes.tsx'
import { Freezes } from './freezes.tsx'
import { Plans } from './plans.tsx'

/** Everything that is under way: changes that wait, staged plans, freezes. */
export function RolloutsPage() {
  return (
    <>
      <PageHead title="Rollouts" lead="Changes that wait, plans that run, and times in which nothing changes" />
      <Changes />
      <Plans />
      <Freezes />
    </>
  )
}
