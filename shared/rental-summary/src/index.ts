export { choiceOf, extrasRequest, openChanges, quantityWith, storedQuantity, updateOf, type ExtraChange, type OfferChoices } from './changes.ts'
export { formerVehicle, ledgerOf, type LedgerLine, type LineAmount, type LineBefore, type RentalLedger } from './ledger.ts'
export { differencesOf, writeOnNewest, type RentalDifference, type Written } from './newest.ts'
export { decimalText, sameAmount, shownDue, sumOf } from './money.ts'
