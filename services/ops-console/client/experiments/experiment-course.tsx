import type { ExperimentArm, ExperimentDetail, ExperimentMetric } from '@checkin/registry'
import { Moment } from '../frame/format.tsx'
import { WideTable } from '../frame/tables.tsx'
import { armText, valueText } from './experiment-text.ts'

type Course = ExperimentDetail['course']

/** A point of an arm that has a figure. */
interface Known {
  readonly at: number
  readonly value: number
  readonly low: number
  readonly high: number
}

const knownOf = (course: Course, arm: 'a' | 'b'): Known[] => course.flatMap((point) => {
  const { value, interval }: ExperimentArm = point[arm]
  return value === null || !interval ? [] : [{ at: new Date(point.at).getTime(), value, ...interval }]
})

const [width, height] = [600, 160]

/** Both arms over time, each with its interval; the table below has the same figures. */
function Chart({ course, metric }: { readonly course: Course; readonly metric: ExperimentMetric }) {
  const [a, b] = [knownOf(course, 'a'), knownOf(course, 'b')]
  const all = [...a, ...b]
  if (all.length === 0) return null
  const [from, until] = [Math.min(...all.map(({ at }) => at)), Math.max(...all.map(({ at }) => at))]
  const [least, most] = [Math.min(...all.map(({ low }) => low)), Math.max(...all.map(({ high }) => high))]
  const x = (at: number): number => (until === from ? width / 2 : (at - from) / (until - from) * width)
  const y = (value: number): number => (most === least ? height / 2 : height - (value - least) / (most - least) * height)
  const line = (points: readonly (readonly [number, number])[]): string => points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  return (
    <figure className="course">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {([['a', a], ['b', b]] as const).map(([arm, known]) => (
          <g key={arm} className={`arm-${arm}`}>
            <polygon points={line([...known.map(({ at, high }) => [at, high] as const), ...known.toReversed().map(({ at, low }) => [at, low] as const)])} />
            <polyline points={line(known.map(({ at, value }) => [at, value]))} />
            {known.slice(-1).map(({ at, value }) => <circle key={at} cx={x(at)} cy={y(value)} r="4" />)}
          </g>
        ))}
      </svg>
      <figcaption className="legend"><span className="key arm-a">A, unbroken</span> <span className="key arm-b">B, dashed</span>; from {valueText(metric, least)} at the bottom to {valueText(metric, most)} at the top. The area around each line is its interval.</figcaption>
    </figure>
  )
}

/** What both arms brought, from the start on. */
export function ExperimentCourse({ experiment: { course, metric } }: { readonly experiment: Pick<ExperimentDetail, 'course' | 'metric'> }) {
  if (course.length === 0) return <p style={{ margin: 0 }}>Nothing is known yet. A session is counted 45 minutes after its reservation was found, however it went.</p>
  return (
    <>
      <Chart course={course} metric={metric} />
      <WideTable<Course[number]>
        label="Course of both arms" rowKey="at" pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }} rows={course.toReversed()}
        columns={[{ title: 'When', render: (_, { at }) => <Moment at={at} /> }, { title: 'A', render: (_, { a }) => <span className="num">{armText(metric, a)}</span> }, { title: 'B', render: (_, { b }) => <span className="num">{armText(metric, b)}</span> }]}
      />
      <p className="legend">The second pair of figures is where the true one lies 95 times of 100 at one moment. Whoever looks often sees intervals apart by chance: what ends the experiment allows for that.</p>
    </>
  )
}
