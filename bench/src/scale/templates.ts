import { fleetContract } from '@checkin/fleet'
import { setTimeout as delay } from 'node:timers/promises'
import { companyAt } from '../product.ts'
import type { References } from './fill.ts'
import { periods } from './lifecycle.ts'
import { checkIns, type Walker } from './walk.ts'

const local = (days: number, hour: string): string => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}`

/** Makes one reservation of each kind by the application's own calls, in a product whose first port is `base`, and waits until its mails have left. */
export async function makeTemplates(base: number): Promise<References> {
  const { call } = companyAt(base + 4)
  const renters = checkIns(base)
  const books = async (): Promise<Walker> => {
    const { reservation: { checkOut, checkIn } } = await call(fleetContract.getReservation, { params: { reference: 'CV1001' } })
    return renters.books('CV1001', {
      checkOut: { ...checkOut, dateAndTime: local(periods.checkInBeforeDays, '10:30') }, checkIn: { ...checkIn, dateAndTime: local(periods.checkInBeforeDays + periods.rentalDays, '10:00') },
    })
  }
  const checksIn = async (): Promise<Walker> => {
    const walker = await books()
    await renters.checksIn(walker)
    await renters.signsAgreement(walker)
    return walker
  }
  const atCounter = async (): Promise<Walker> => {
    const walker = await books()
    const { reservation } = await call(fleetContract.getReservation, { params: { reference: walker.reference } })
    await call(fleetContract.putReservation, { params: { reference: walker.reference }, body: { ...reservation, hasRentalAgreement: true } })
    return walker
  }
  const returns = async (): Promise<Walker> => {
    const walker = await checksIn()
    await call(fleetContract.releaseDeposit, { params: { reference: walker.reference } })
    return walker
  }
  const [booked, online, returned, counter, returnedErased, counterErased] = [await books(), await checksIn(), await returns(), await atCounter(), await returns(), await atCounter()]
  // Mails leave and jobs are done by a worker.
  await delay(15_000)
  for (const { reference } of [returnedErased, counterErased]) await call(fleetContract.erasePersonalData, { params: { reference } })
  renters.close()
  return { booked: booked.reference, online: online.reference, returned: returned.reference, counter: counter.reference, 'returned-erased': returnedErased.reference, 'counter-erased': counterErased.reference }
}
