import { useErrors, useHealth } from '../api/health.ts'
import type { CheckIns } from '../api/overview.ts'

interface KeyFiguresProps { readonly checkIns: readonly CheckIns[] | undefined }

const whole = new Intl.NumberFormat('en-GB')

/** The day in four figures. A dash stands where nothing is known. */
export function KeyFigures({ checkIns }: KeyFiguresProps) {
  const health = useHealth()
  const errors = useErrors()
  const loads = (health.data?.vitals ?? []).filter(({ name }) => name === 'load')
  const slowest = loads.length === 0 ? '–' : `≤ ${Math.max(...loads.map(({ p75 }) => p75 ?? 4000))} ms`
  const hourAgo = Date.now() - 3_600_000
  const recent = errors.data?.filter(({ lastAt }) => Date.parse(lastAt) > hourAgo).length
  const started = checkIns?.reduce((sum, row) => sum + row.started, 0)
  const completed = checkIns?.reduce((sum, row) => sum + row.completed, 0)
  const share = started !== undefined && completed !== undefined && started > 0 ? `${(completed / started * 100).toFixed(1)} %` : '–'
  return (
    <div className="strip num">
      <div><b>{started === undefined ? '–' : whole.format(started)}</b><span>check-ins opened today</span></div>
      <div><b>{share}</b><span>of them are complete</span></div>
      <div><b>{slowest}</b><span>module load, 75 % of pages, slowest module</span></div>
      <div><b className={recent !== undefined && recent > 0 ? 'bad' : ''}>{recent ?? '–'}</b><span>kinds of error in the last hour</span></div>
    </div>
  )
}
