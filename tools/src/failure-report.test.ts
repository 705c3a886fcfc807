import { expect, it } from 'vitest'
import { pagesIn, troubleIn } from '@checkin/e2e/support/failure-report'

const line = (time: number, more: object): string => JSON.stringify({ level: 30, time, service: 'reservation-api', msg: 'call', ...more })

it('says of a failed journey what the services refused or warned of while it ran, and nothing else', () => {
  const log = [
    line(99, { status: 503 }), line(100, { status: 200 }), line(101, { status: 503 }), 'PostgreSQL is ready', '{ half a line', line(102, { level: 40, msg: 'slow' }), line(103, {}), line(201, { level: 50 }),
  ].join('\n')
  expect(troubleIn(log, 100, 200)).toEqual([line(101, { status: 503 }), line(102, { level: 40, msg: 'slow' })])
})

it('shows the page as it stood at the end of a failed journey', () => {
  const context = '# Error details\n\n```\nno heading\n```\n\n```yaml\n- heading "Overview"\n- alert: Try again\n```\n\n# Test source\n\n```ts\ntest()\n```'
  expect(pagesIn(context)).toEqual(['- heading "Overview"\n- alert: Try again'])
  expect(pagesIn('# Error details')).toEqual([])
})
