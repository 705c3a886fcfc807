import { fleetContract } from '@checkin/fleet'
import { setTimeout as delay } from 'node:timers/promises'
import { companyAt } from '../product.ts'
import type { References } from './fill.ts'
import { periods } from './lifecycle.ts'
import { checkIns, type Visitor } from './walk.ts'

const local = (days: number, hour: string): string => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}`

/** Makes one reservation of each kind by the application's own calls, in a product whose first port is `base`, and waits until its mails have left. */
export async function makeTemplates(base: number): Promise<References> {
  const { call } = companyAt(base + 4)
  const renters = checkIns(base)
  const reserves = async (): Promise<Visitor> => {
    const { reservation: { checkOut, checkIn } } = await call(fleetContract.getReservation, { params: { reference: 'CV1001' } })
    return renters.reserves('CV1001', {
      checkOut: { ...checkOut, dateAndTime: local(periods.checkInBeforeDays, '10:30') }, checkIn: { ...checkIn, dateAndTime: local(periods.checkInBeforeDays + periods.rentalDays, '10:00') },
    })
  }
  const checksIn = async (): Promise<Visitor> => {
    const visitor = await reserves()
    await renters.checksIn(visitor)
    await renters.signsAgreement(visitor)
    return visitor
  }
  const atCounter = async (): Promise<Visitor> => {
    const visitor = await reserves()
    const { reservation } = await call(fleetContract.getReservation, { params: { reference: visitor.reference } })
    await call(fleetContract.putReservation, { params: { reference: visitor.reference }, body: { ...reservation, hasRentalAgreement: true } })
    return visitor
  }
  const returns = async (): Promise<Visitor> => {
    const visitor = await checksIn()
    await call(fleetContract.releaseDeposit, { params: { reference: visitor.reference } })
    return visitor
  }
  const [booked, online, returned, counter, returnedErased, counterErased] = [await reserves(), await checksIn(), await returns(), await atCounter(), await returns(), await atCounter()]
  // Mails leave and jobs are done by a worker.
  await delay(15_000)
  for (const { reference } of [returnedErased, counterErased]) await call(fleetContract.erasePersonalData, { params: { reference } })
  renters.close()
  return { booked: booked.reference, online: online.reference, returned: returned.reference, counter: counter.reference, 'returned-erased': returnedErased.reference, 'counter-erased': counterErased.reference }
}
