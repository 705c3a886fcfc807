import type { CheckIns } from '../api/overview.ts'

interface KeyFiguresProps { readonly checkIns: readonly CheckIns[] | undefined }

const whole = new Intl.NumberFormat('en-GB')

/** The day in four figures. A dash stands where nothing is known. */
export function KeyFigures({ checkIns }: KeyFiguresProps) {
  const started = checkIns?.reduce((sum, row) => sum + row.started, 0)
  const completed = checkIns?.reduce((sum, row) => sum + row.completed, 0)
  const share = started !== undefined && completed !== undefined && started > 0 ? `${(completed / started * 100).toFixed(1)} %` : '–'
  return (
    <div className="strip num">
      <div><b>{started === undefined ? '–' : whole.format(started)}</b><span>check-ins opened today</span></div>
      <div><b>{share}</b><span>of them are complete</span></div>
    </div>
  )
}
