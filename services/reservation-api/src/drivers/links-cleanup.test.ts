import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driverApi, type DriverApi } from '../../test/fixtures/driver-api.fixture.ts'
import { anInvitation } from '../../test/fixtures/invited-driver.fixture.ts'
import { cleanUpDriverLinks } from './links-cleanup.ts'

let api: DriverApi
beforeAll(async () => { api = await driverApi({ driverInvitation: true, pictureHandOver: true }) })
afterAll(() => api.stop())

const cleanUp = () => cleanUpDriverLinks(api.database, 'costaverde')
const count = async (table: string, where = 'true') => Number((await api.asAdmin(`select count(*) as n from ${table} where ${where}`))[0]?.['n'])

describe('what links of drivers leave behind (DEC-238)', () => {
  it('a picture that a phone sent and no page fetched goes when the code is over, one that is waited for stays', async () => {
    for (const [reference, expiry] of [['DL1', "now() - interval '1 second'"], ['DL2', "now() + interval '5 minutes'"]] as const) {
      const renter = await api.renter(reference)
      await renter.post('/hand-over', { sides: ['document.front'] })
      await api.asAdmin(`insert into handed_picture (tenant_id, id, hand_over_id, side, sealed)
        select tenant_id, gen_random_uuid(), id, 'document.front', '\\x00' from picture_hand_over where reservation_id = '${renter.id}'`)
      await api.asAdmin(`update picture_hand_over set expires_at = ${expiry} where reservation_id = '${renter.id}'`)
    }
    await cleanUp()
    expect([await count('handed_picture'), await count('handed_picture', "hand_over_id in (select id from picture_hand_over where expires_at > now())")]).toEqual([1, 1])
  })

  it.each([['withdrawn', 'ended_at'], ['filled in', 'done_at'], ['expired', 'expires_at']])('an invitation that was %s goes a day later with its codes and the address, and not before', async (what, column) => {
    const { renter, invitee } = await anInvitation(api, `DL${what.length}${column}`)
    await invitee.code(`${column.replace('_', '')}@example.com`)
    const own = `reservation_id = '${renter.id}'`
    const codes = () => count('invitation_code', `invitation_id in (select id from driver_invitation where ${own})`)
    await api.asAdmin(`update driver_invitation set ${column} = now() - interval '23 hours' where ${own}`)
    await cleanUp()
    expect([await count('driver_invitation', own), await codes()]).toEqual([1, 1])
    await api.asAdmin(`update driver_invitation set ${column} = now() - interval '25 hours' where ${own}`)
    const before = await count('invitation_code')
    await cleanUp()
    expect([await count('driver_invitation', own), before - await count('invitation_code')]).toEqual([0, 1])
  })

  it('one that is good stays, whatever its age', async () => {
    const { renter, state } = await anInvitation(api, 'DLX')
    await api.asAdmin(`update driver_invitation set created_at = now() - interval '9 days' where reservation_id = '${renter.id}'`)
    await cleanUp()
    expect(await state()).toMatchObject({ state: 'waiting' })
  })
})
