export { aConfig, aDriver, anExtra, aReservation, type ReservationBuilder } from './builders.ts'
export { fakeApi, noNetwork, refusedWith, type Fake, type Fakes } from './fake-api.ts'
