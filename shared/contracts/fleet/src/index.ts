export { EventsBody, FleetAnswer, FleetEvent, FunnelCount, LedgerEntry, Payment, PutAnswer } from './answers.ts'
export { fleetContract, type FleetAccess } from './contract.ts'
export { DriverRules, StoredDocument, StoredLicence, StoredVehicle, TimeZone, Translations } from './parts.ts'
export { FleetReservation, type FleetDriver, type FleetExtra, type FleetReservationInput, type FleetUpgrade } from './reservation.ts'
