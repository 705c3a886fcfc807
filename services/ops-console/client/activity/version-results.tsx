import type { ShareOf, VersionJourneys } from '@checkin/registry'
import type { Health } from '@checkin/telemetry'
import { shortName } from '../frame/format.tsx'
import { pagesOf, SearchedTable } from '../frame/tables.tsx'
import { rolloutText, shareText } from './version-results-text.ts'

/** A share, its counts, and its interval as a bar with a mark; the figures say all that the bar shows. */
function Share({ of: { count, of, interval } }: { readonly of: ShareOf }) {
  if (!interval) return <>{shareText({ count, of, interval })}</>
  const { low, high } = interval
  return (
    <span className="share">
      <span className="num">{shareText({ count, of, interval })}</span>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" x="0" y="3" width="100" height="2" />
        <rect className="interval" x={low * 100} y="1" width={(high - low) * 100} height="6" />
        <rect className="mark" x={Math.min(98.5, count / of * 98.5)} y="0" width="1.5" height="8" />
      </svg>
    </span>
  )
}

interface VersionResultsProps {
  readonly versions: readonly VersionJourneys[]
  /** What is being compared now: a version that rolls out, and the one beside it. */
  readonly results: Health['verdicts']
}

/** What renters made of each version in seven days: whether they completed, added, and were quick, with the uncertainty of each share (DEC-323). */
export function VersionResults({ versions, results }: VersionResultsProps) {
  return (
    <>
      <SearchedTable<VersionJourneys>
        label="What versions bring" search="Search versions" empty="No session ended in the last seven days." rows={versions} pagination={{ ...pagesOf(15), hideOnSinglePage: true }}
        rowKey={({ host, module, version }) => [host, module, version].join(' ')}
        columns={[
          { title: 'Host', dataIndex: 'host' }, { title: 'Module', render: (_, row) => `${shortName(row.module)} ${row.version}${rolloutText(row, results)}` },
          { title: 'Completed', render: (_, { completed }) => <Share of={completed} /> }, { title: 'Added something', render: (_, { added }) => <Share of={added} /> },
          { title: 'Screens within 45 s', render: (_, { quick }) => <Share of={quick} /> }, { title: 'Screens left for the next', render: (_, { wentOn }) => <Share of={wentOn} /> },
        ]}
      />
      <p className="legend">The last seven days. The bar is where the true share lies 95 times of 100: versions whose bars overlap may differ by chance alone.</p>
    </>
  )
}
