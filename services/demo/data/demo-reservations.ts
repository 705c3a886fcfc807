import { bornYearsBefore, dayIn } from './dates.ts'
import { fullDriver, maria, stops, type DemoReservation, type Trip } from './demo-reservation.ts'
import { additionalDriver, included, offeredExtras, premiumService, rental, taken, unlimitedKms, upgradeTaken, youngDriverFee } from './extras.ts'
import { savedCardsOfReservation } from './saved-cards.ts'
import { albufeira, brighton, faro, gatwick, lisbon, porto, zurich } from './stations.ts'
import { vehicles } from './vehicles.ts'

const pt = offeredExtras(23)
const gb = offeredExtras(20, 0.87)
const secondDriver = additionalDriver(24.39, 23)
const allOffers = [pt.fullCover, pt.tyresAndGlass, pt.personalCover, secondDriver, pt.roadside, pt.fullTank, pt.childSeat, pt.booster, pt.navigation, pt.hotspot]
/** The offers with some of them in another state. */
const offersWith = (...changed: readonly (typeof secondDriver)[]) => allOffers.map((offer) => changed.find(({ extraID }) => extraID === offer.extraID) ?? offer)
const upgrade = (vehicle: (typeof vehicles)[keyof typeof vehicles], dailyDifference: number, taxRate = 23) => ({ vehicle, dailyDifference, taxRate })
const upgrades = [upgrade(vehicles.compact, 6.5), upgrade(vehicles.compactAuto, 11.3), upgrade(vehicles.electric, 14.2), upgrade(vehicles.suv, 18.9)]
const joao = { name: 'João', surname: 'Costa', email: 'joao.costa@example.com' }

/** The demo reservations; dates follow the day on which they are asked for. */
export function demoReservations(now: Date): readonly DemoReservation[] {
  const today = dayIn(now, 'Europe/Lisbon')
  const trip = (inDays: number, days: number, change: Partial<Trip> = {}) => stops({ today, inDays, days, from: faro, to: faro, pickUp: '10:30', giveBack: '10:00', ...change })
  const excess = { cdw: 1400, theft: 1800, optional: 0 }
  const common = (reference: string) => ({
    reference, source: 'direct', numberEMG: `EMG-${reference.slice(2)}`, customer: maria, driver: maria, vehicle: vehicles.economy, upgrades,
    extras: [rental(30, 23), unlimitedKms(23), ...allOffers], paidValue: 0, excess,
    kmsIncludedType: 'Unlimited', isPrecheckoutEligible: true, depositAmount: 300,
    condition: { damages: 2, fuelEighths: 8, mileageKm: 18_240 },
  })
  const usual = (reference: string) => ({
    ...common(reference), ...trip(7, 5), paidValue: 100,
    extras: [rental(30, 23), unlimitedKms(23), ...offersWith(taken(pt.fullCover), taken(pt.childSeat, { quantity: 2 }))],
  })
  const london = { from: gatwick, to: gatwick, today: dayIn(now, 'Europe/London') }
  const island = (reference: string) => ({
    ...common(reference),
    extras: [rental(34, 20), unlimitedKms(20), gb.fullCover, gb.tyresAndGlass, additionalDriver(22, 20), gb.roadside, gb.childSeat, gb.navigation],
    upgrades: [upgrade(vehicles.compactAuto, 9.5, 20), upgrade(vehicles.suv, 17.25, 20)], excess: { cdw: 1250, theft: 1500, optional: 0 },
  })

  return [
    {
      tenant: 'costaverde', title: 'normal: amount due, upgrades, extras, additional driver per rental, eligible for pre-checkout',
      reservation: usual('CV1001'),
    },
    { tenant: 'costaverde', title: 'has a rental agreement already (409)', reservation: { ...common('CV1002'), ...trip(3, 4, { from: lisbon, to: lisbon }), hasRentalAgreement: true } },
    { tenant: 'costaverde', title: 'nothing due', reservation: { ...common('CV1003'), ...trip(10, 3), extras: [rental(35, 23), unlimitedKms(23), ...allOffers], paidValue: 129.15 } },
    {
      tenant: 'costaverde', title: 'additional driver included, not filled in',
      reservation: { ...common('CV1004'), ...trip(12, 7), addDriver: null, extras: [rental(28.5, 23), unlimitedKms(23), ...offersWith(included(secondDriver))] },
    },
    {
      tenant: 'costaverde', title: 'additional driver complete, an upgrade already taken',
      reservation: {
        ...common('CV1005'), ...trip(14, 6, { from: lisbon, to: porto, pickUp: '14:00', giveBack: '18:00' }), vehicle: vehicles.compact,
        driver: fullDriver(today, maria, 41, 5), addDriver: fullDriver(today, joao, 38, 6),
        extras: [rental(30, 23), unlimitedKms(23), upgradeTaken(6.5, 23, vehicles.compact.name), ...offersWith(taken(secondDriver))],
      },
    },
    {
      tenant: 'costaverde', title: 'a voucher pays the rental, the rest is partly paid',
      reservation: {
        ...common('CV1006'), source: 'broker',
        ...trip(9, 7, { from: albufeira, to: faro, pickUp: '09:00', giveBack: '09:00' }),
        voucherNr: 'VCH-882041', paidValue: 40,
        extras: [rental(25, 23, { isInvoiceVoucher: true }), unlimitedKms(23), ...offersWith(taken(secondDriver), taken(pt.booster, { quantity: 1 }))],
      },
    },
    {
      tenant: 'costaverde', title: 'no upgrades; additional driver free, per day',
      reservation: { ...common('CV1007'), ...trip(5, 4, { from: porto, to: porto }), upgrades: [], extras: [rental(32, 23), unlimitedKms(23), ...offersWith(additionalDriver(0, 23, true))] },
    },
    {
      tenant: 'costaverde', title: 'undesirable driver when looked up with licence UNDES-1',
      reservation: {
        ...common('CV1008'), ...trip(8, 5),
        driver: { ...fullDriver(today, maria, 41, 8), undesirable: true, driverLicense: { ...fullDriver(today, maria, 41, 8).driverLicense, id: 'UNDES-1' } },
        driverRules: { undesirableLicences: ['UNDES-1'], ageFees: [] },
      },
    },
    {
      tenant: 'costaverde', title: 'two saved cards, deposit, check-in done: ready for pre-checkout',
      reservation: {
        ...common('CV1009'), ...trip(2, 5),
        driver: fullDriver(today, maria, 41, 9), isCompleted: true,
        depositAmount: 450, emailToSign: maria.email,
        extras: [rental(30, 23), unlimitedKms(23), ...offersWith(taken(pt.fullCover))], paidValue: 259.55,
        savedCards: savedCardsOfReservation,
      },
    },
    {
      tenant: 'costaverde', title: 'group ages 25 to 70, a 19-year-old on file, no e-mail on file (phone ends in 4567)',
      reservation: {
        ...common('CV1010'), source: 'corporate', ...trip(15, 3, { from: lisbon, to: lisbon }), vehicle: vehicles.executive,
        customer: { name: 'Jonas', surname: 'Müller-Lüdenscheidt', email: null },
        driver: { name: 'Jonas', surname: 'Müller-Lüdenscheidt', email: null, birthDate: bornYearsBefore(today, 19), mobileObj: { prefix: '351', phone: '912344567' } },
        extras: [rental(79, 23), unlimitedKms(23), ...allOffers], upgrades: [],
      },
    },
    {
      tenant: 'costaverde', title: 'a young-driver fee applies',
      reservation: {
        ...common('CV1011'), ...trip(11, 4),
        driver: { ...maria, birthDate: bornYearsBefore(today, 22) },
        extras: [rental(30, 23), unlimitedKms(23), ...allOffers, youngDriverFee(9.76, 23)],
        driverRules: { undesirableLicences: [], ageFees: [{ type: 'young', minAge: 18, maxAge: 24, extraID: 'YOUNG' }] },
      },
    },
    {
      tenant: 'islandcars', title: 'normal, payment must be made',
      reservation: { ...island('IC2001'), source: 'broker', ...trip(6, 4, { ...london, to: brighton, pickUp: '11:15', giveBack: '11:00' }) },
    },
    {
      tenant: 'islandcars', title: 'a percentual extra, and one with a single unit left',
      reservation: { ...island('IC2002'), ...trip(13, 7, london), extras: [...island('IC2002').extras, premiumService(5, 20), { ...gb.hotspot, stockLeft: 1 }] },
    },
    {
      tenant: 'alpen', title: 'the shortest possible flow',
      reservation: {
        ...common('AL3001'),
        ...trip(4, 2, { from: zurich, to: zurich, today: dayIn(now, 'Europe/Zurich'), pickUp: '08:00', giveBack: '08:00' }),
        vehicle: vehicles.estate,
        extras: [rental(62, 8.1), unlimitedKms(8.1)], upgrades: [], paidValue: 134.04,
        excess: { cdw: 1500, theft: 1500, optional: null }, isPrecheckoutEligible: false,
        depositAmount: null,
      },
    },
    { tenant: 'norte', title: 'as CV1001, with the offers on one page', reservation: usual('NO4001') },
  ]
}
