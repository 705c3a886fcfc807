import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
/** All times of the rows count from here, so that none is at the border of what is due. */
let start: number
beforeAll(async () => {
  api = await wholeApi()
  await api.stored('costaverde', 'LOOKS')
  await api.asAdmin(made.map((id) => `insert into tenant (id, host, settings) values ('${id}', '${id}.localhost', '{}')`).join(';'))
  start = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 1_800_000
})
afterAll(() => api.stop())

const made = ['one', 'two', 'three'] as const
const [hourMs, dayMs] = [3_600_000, 86_400_000]

interface Rental {
  /** Hours from the start until the car is back; before it where they are negative. */
  readonly returned: number
  readonly pictures: number
  readonly isErased: boolean
  /** Days until kept papers end, likewise. */
  readonly papers: number | null
}
interface Generated {
  /** What the tenant's settings say, `null` where they say nothing and a text where nobody can count with it. */
  readonly settings: Readonly<Record<'documentRetentionDays' | 'personalDataRetentionDays', number | string | null>>
  readonly rentals: readonly Rental[]
}

const days = fc.oneof(fc.nat(60), fc.constantFrom(null, 'thirty'))
const rental = fc.record({ returned: fc.integer({ min: -1500, max: 200 }), pictures: fc.nat(4), isErased: fc.boolean(), papers: fc.option(fc.integer({ min: -20, max: 20 })) })
const world = fc.tuple(...made.map(() => fc.record({ settings: fc.record({ documentRetentionDays: days, personalDataRetentionDays: days }), rentals: fc.array(rental, { maxLength: 5 }) })))

const timeOf = (ms: number) => `timestamp '${new Date(ms).toISOString().slice(0, -1)}'`
const returnOf = ({ returned }: Rental) => start + returned * hourMs
const sides = [['document', 'front'], ['document', 'back'], ['licence', 'front'], ['licence', 'back']] as const
const uuid = (...parts: readonly number[]) => `'00000000-0000-4000-8000-${parts.map((part) => String(part).padStart(4, '0')).join('').padStart(12, '0')}'`

/** Puts the rows there instead of those of before. */
async function put(tenants: readonly Generated[]): Promise<void> {
  const names = made.map((id) => `'${id}'`).join(', ')
  const rows = tenants.flatMap(({ settings, rentals }, at) => [
    `update tenant set settings = '${JSON.stringify(Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)))}' where id = '${made[at]}'`,
    ...rentals.flatMap((each, number) => [
      `insert into reservation (tenant_id, id, guid, number, reference, reference_key, customer_name, customer_surname, check_out_at, check_out_place, check_out_zone, check_in_at, check_in_place, check_in_zone, days, vehicle, excess, driver_rules, erased_at, pdfs_until)
        select '${made[at]}', ${uuid(at, number)}, md5('${at} ${number}'), '${90_000 + at * 100 + number}', 'L${number}', 'L${number}', customer_name, customer_surname, ${timeOf(returnOf(each) - dayMs)}, check_out_place, check_out_zone, ${timeOf(returnOf(each))}, check_in_place,
        check_in_zone, days, vehicle, excess, driver_rules, ${each.isErased ? 'now()' : 'null'}, ${each.papers === null ? 'null' : `${timeOf(start + each.papers * dayMs)} at time zone 'UTC'`} from reservation where reference = 'LOOKS'`,
      ...sides.slice(0, each.pictures).map(([part, side], picture) => `insert into document_image (tenant_id, id, reservation_id, role, part, side, sealed_key, bytes)
        values ('${made[at]}', ${uuid(at, number, picture)}, ${uuid(at, number)}, 'main', '${part}', '${side}', '\\x00', 1)`),
    ]),
  ])
  await api.asAdmin([`delete from document_image where tenant_id in (${names})`, `delete from reservation where tenant_id in (${names})`, ...rows].join(';'))
}

const least = (times: readonly number[]): number | null => (times.length === 0 ? null : Math.min(...times))

describe('looks for what is kept too long answer for tenants with settings and without, with pictures and without, of rentals that are erased and not (REL-13, DEC-317)', () => {
  it('since when each tenant has rentals with pictures whose cars are back', async () => {
    await fc.assert(fc.asyncProperty(world, fc.integer({ min: -1000, max: 100 }), async (tenants, lead) => {
      await put(tenants)
      const { rows } = await sql<{ tenant_id: string; since: Date }>`select * from tenants_with_work('pictures', ${lead * 3600}) where tenant_id <> 'costaverde'`.execute(api.database.kysely)
      const expected = tenants.flatMap(({ rentals }, at) => {
        const since = least(rentals.filter(({ pictures }) => pictures > 0).map(returnOf))
        return since !== null && since < Date.now() + lead * hourMs ? [[made[at], since]] : []
      })
      expect(Object.fromEntries(rows.map((row) => [row.tenant_id, row.since.getTime()]))).toEqual(Object.fromEntries(expected))
    }), { numRuns: 30 })
  })

  it('since when the oldest of all waits, and of how many tenants', async () => {
    await fc.assert(fc.asyncProperty(world, async (tenants) => {
      await put(tenants)
      const { rows } = await sql<{ tenants: number; since: Date | null }>`select tenants::int, since from oldest_waiting_work('retention')`.execute(api.database.kysely)
      const waiting = tenants.flatMap(({ settings: { documentRetentionDays: kept, personalDataRetentionDays: known }, rentals }) => {
        const ends = [
          ...(typeof kept === 'number' ? rentals.filter(({ pictures }) => pictures > 0).map((each) => returnOf(each) + kept * dayMs) : []),
          ...(typeof known === 'number' ? rentals.filter(({ isErased }) => !isErased).map((each) => returnOf(each) + known * dayMs) : []),
          ...rentals.flatMap(({ isErased, papers }) => (isErased && papers !== null ? [start + papers * dayMs] : [])),
        ]
        return least(ends.filter((end) => end < Date.now())) ?? []
      })
      expect(rows.map(({ tenants: count, since }) => [count, since?.getTime() ?? null])).toEqual([[waiting.length, least(waiting)]])
    }), { numRuns: 30 })
  })
})
