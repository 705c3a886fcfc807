import { ReplacedKeys } from '../access/replaced-keys.tsx'
import { useAttention } from '../api/overview.ts'
import { Asked } from '../frame/asked.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { AttentionList } from './attention-list.tsx'

/** The work list: what no machine will mend by itself. */
export function AttentionPage() {
  const attention = useAttention()
  return (
    <>
      <PageHead title="Needs a person" lead="What no machine will mend by itself, oldest first" />
      <ReplacedKeys />
      <section className="panel"><Asked query={attention}>{(rows) => <AttentionList rows={rows} />}</Asked></section>
    </>
  )
}
