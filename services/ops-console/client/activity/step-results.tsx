import type { StepResult } from '../api/health.ts'
import { Searched } from '../frame/searched.tsx'
import { WideTable } from '../frame/wide-table.tsx'
import { shortName } from '../releases/modules.ts'

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${(part / whole * 100).toFixed(0)} %`)

interface StepResultsProps { readonly steps: readonly StepResult[] }

/** How far visits came in the last hour, screen by screen. Who neither went on nor saw a failure gave up, or is still there. */
export function StepResults({ steps }: StepResultsProps) {
  if (steps.length === 0) return <p style={{ margin: 0 }}>No page reported a screen in the last hour.</p>
  return (
    <Searched label="Search screens" rows={steps}>
      {(found) => (
        <WideTable<StepResult>
          label="How far they come" rowKey={({ host, module, version, step }) => [host, module, version, step].join(' ')} size="small" pagination={{ pageSize: 15, showSizeChanger: false, hideOnSinglePage: true }} dataSource={[...found]}
          columns={[
            { title: 'Host', dataIndex: 'host' }, { title: 'Module', render: (_, { module, version }) => `${shortName(module)} ${version}` }, { title: 'Screen', dataIndex: 'step' },
            { title: 'Reached', dataIndex: 'reached' }, { title: 'Went on', render: (_, { left, reached }) => `${left} (${percent(left, reached)})` }, { title: 'Failed', dataIndex: 'failed' },
          ]}
        />
      )}
    </Searched>
  )
}
