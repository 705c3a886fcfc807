import { describe, expect, it } from 'vitest'
import { timeByLayer } from './layers.ts'

const frame = (id: number, functionName: string, url: string, children: readonly number[] = []) => ({ id, callFrame: { functionName, url }, children })

describe('the time of a process by layer', () => {
  it('is that of the nearest layer: what the run time does is of who asked, and waiting is of nobody', () => {
    const nodes = [
      frame(1, '(root)', '', [2, 6, 7, 8]), frame(2, 'toString', 'file:///x/services/reservation-api/src/app.ts', [3]), frame(3, 'query', 'file:///x/node_modules/.pnpm/pg@8/node_modules/pg/lib/client.js', [4]),
      frame(4, 'writev', 'node:net', [5]), frame(5, '(garbage collector)', ''), frame(6, '(idle)', ''), frame(7, 'onread', 'node:internal/stream_base_commons'), frame(8, 'post', 'node:inspector'),
    ]
    expect(timeByLayer({ nodes, samples: [2, 3, 4, 5, 6, 7, 8], timeDeltas: [20, 10, 30, 20, 500, 20, 700] })).toEqual([
      ['PostgreSQL client and protocol', 0.4], ["the product's own work", 0.2], ['garbage collection', 0.2], ['connections (node:http, node:net)', 0.2],
    ])
  })
})
