export { aConfig, aDriver, aDrivingLicence, anIdentityDocument, aReservation, type ReservationBuilder } from './builders.ts'
export { defaultAnswers } from './default-answers.ts'
export { anExtra, anUpgrade, aSummary } from './builders.ts'
export { fakeApi, noNetwork, refusedWith, tooSlow, type Fake, type FakeApi, type FakeCall, type Fakes } from './fake-api.ts'
