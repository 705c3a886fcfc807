import type { ShareOf, VersionJourneys } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'
import { SearchedTable } from '../frame/tables.tsx'
import { cohortText, shareText, timeText, valueText } from './version-results-text.ts'

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
}

/** What renters made of each version in seven days: whether they completed, what they added, how long it took, and how they went on, with the uncertainty of each figure (DEC-323, DEC-346). */
export function VersionResults({ versions }: VersionResultsProps) {
  return (
    <>
      <SearchedTable<VersionJourneys>
        label="What versions bring" search="Search versions" empty="No session ended in the last seven days." rows={versions}
        rowKey={({ host, module, version }) => [host, module, version].join(' ')}
        columns={[
          { title: 'Host', dataIndex: 'host' }, { title: 'Module', render: (_, row) => `${shortName(row.module)} ${row.version}${cohortText(row)}` },
          { title: 'Completed', render: (_, { completed }) => <Share of={completed} /> }, { title: 'Added something', render: (_, { added }) => <Share of={added} /> },
          { title: 'Added per reservation', render: (_, { value }) => <span className="num">{valueText(value)}</span> }, { title: 'Time to finish', render: (_, { time }) => <span className="num">{timeText(time)}</span> },
          { title: 'Screens within 45 s', render: (_, { quick }) => <Share of={quick} /> }, { title: 'Screens left for the next', render: (_, { wentOn }) => <Share of={wentOn} /> },
        ]}
      />
      <p className="legend">The last seven days. The bar, and the second pair of figures, is where the true one lies 95 times of 100: versions that overlap may differ by chance alone. Added per reservation counts every session that found one, by what the reservation API says; time to finish, minutes and seconds, those that completed within 45 minutes.</p>
    </>
  )
}
