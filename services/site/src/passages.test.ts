import { describe, expect, it } from 'vitest'
import { Passages } from './passages.ts'

const report = (visit: string, version = '1.0.0') => ({ visit, host: 'a.example', module: 'mfe-driver', version })
const counted = (passages: Passages) => passages.drain().map(({ version, step, reached, left, failed }) => [version, step, reached, left, failed])

describe('how far visits come', () => {
  it('is counted once per visit, screen and end, whatever the renter repeats', () => {
    const passages = new Passages()
    for (let time = 0; time < 3; time += 1) {
      passages.add(report('v1'), 'driver-details', 'reached')
      passages.add(report('v1'), 'driver-details', 'left')
    }
    passages.add(report('v2'), 'driver-details', 'reached')
    passages.add(report('v2'), 'driver-details', 'failed')
    passages.add(report('v3', '1.1.0'), 'driver-contact', 'reached')
    expect(counted(passages)).toEqual([['1.0.0', 'driver-details', 2, 1, 1], ['1.1.0', 'driver-contact', 1, 0, 0]])
  })

  it('is told once, and not told again when the visit comes back later', () => {
    const passages = new Passages()
    passages.add(report('v1'), 'driver-details', 'reached')
    expect(counted(passages)).toHaveLength(1)
    passages.add(report('v1'), 'driver-details', 'reached')
    expect(counted(passages)).toEqual([])
  })
})
