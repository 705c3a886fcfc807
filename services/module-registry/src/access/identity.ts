/** Who acts, and who is a second person beside whom: one rule for every service of an installation (decision 0114). */
export { areTwoPersons, everybodyIn, Identity, personAlone, personName } from '@checkin/server'
