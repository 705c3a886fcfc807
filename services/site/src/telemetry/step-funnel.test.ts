import { describe, expect, it } from 'vitest'
import { StepFunnel } from './step-funnel.ts'

const of = (session: string, version = '1.0.0') => ({ session, host: 'a.example', module: 'mfe-driver', version, settings: '' })
const counted = (funnel: StepFunnel) => funnel.drain().map(({ version, step, reached, left, failed }) => [version, step, reached, left, failed])

describe('how far sessions come', () => {
  it('is counted once per session, screen and end, whatever the renter repeats', () => {
    const funnel = new StepFunnel()
    for (let time = 0; time < 3; time += 1) {
      funnel.add(of('s1'), 'driver-details', 'reached')
      funnel.add(of('s1'), 'driver-details', 'left')
    }
    funnel.add(of('s2'), 'driver-details', 'reached')
    funnel.add(of('s2'), 'driver-details', 'failed')
    funnel.add(of('s3', '1.1.0'), 'driver-contact', 'reached')
    expect(counted(funnel)).toEqual([['1.0.0', 'driver-details', 2, 1, 1], ['1.1.0', 'driver-contact', 1, 0, 0]])
  })

  it('is reported once, and not again when the session comes back later', () => {
    const funnel = new StepFunnel()
    funnel.add(of('s1'), 'driver-details', 'reached')
    expect(counted(funnel)).toHaveLength(1)
    funnel.add(of('s1'), 'driver-details', 'reached')
    expect(counted(funnel)).toEqual([])
  })
})
