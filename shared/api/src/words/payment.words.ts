import { getPaymentState, listSavedCards, PaymentCancel, PaymentLinked, PaymentResult, PaymentStanding } from '../contract/payment.contract.ts'
import { PrecheckoutProblem, PrecheckoutResult, SignatureConfirmation, Signed } from '../contract/precheckout.contract.ts'
import { PaymentGateway, PaymentLog, PaymentPost, PrecheckoutSubmit, SavedCard } from '../entities/payment.schema.ts'
import { parameterWords, words, type WordsEntry } from './entry.ts'

const documentId = 'Number of the reservation.'

export const paymentWords: readonly WordsEntry[] = [
  words(PaymentGateway, 'PaymentGateway', 'A way to pay.', {
    code: 'What a payment names it by.', name: 'Its name for the renter.',
    clientScript: "Address of the card provider's script; a card only.", clientKey: 'What the script names the shop by, no secret; a card only.',
  }),
  words(SavedCard, 'SavedCard', 'A card that the provider keeps for the renter.', {
    creditCardNumber: 'First and last four digits; the others are stars.', cardFlag: 'Brand of the card.', token: 'What a payment names the card by.', referenceToken: 'Further token of the provider, where it has one.',
  }),
  words(PaymentPost, 'PaymentPost', 'A payment of what is due.', {
    documentId,
    amount: 'What the renter saw as due, decimal, VAT included; another amount than the server knows is refused and nothing is charged.',
    provider: 'Code of the way to pay.',
    token: 'What the tokeniser made of the card; null for a wallet.',
    referenceToken: 'Further token of a saved card.',
    transactionType: 'Sale, or Preauth for a deposit.',
    isRecurrent: 'Whether the card may be charged again later.',
    validated: 'Whether the tokeniser accepted the card.',
  }),
  words(PaymentResult, 'PaymentResult', 'How the payment stands.', {
    paymentId: 'What support finds it by.',
    status: 'paid; redirect to a wallet; checking while the provider has not answered; declined.',
    redirectURL: 'Where a wallet goes on; null otherwise.',
    code: 'Why it was declined; null otherwise.',
  }),
  words(PaymentStanding, 'PaymentStanding', 'How the latest payment stands.', {
    state: 'none; checking while the provider has not said; redirect while the renter is expected on its page; paid; declined; cancelled, also by time.',
    paymentId: 'What support finds it by.', provider: 'Code of the way to pay.', amount: 'What it is about, decimal.',
    redirectURL: 'Where the renter goes on; null otherwise.', isFrame: 'Whether that page belongs in a frame (3-D Secure).', code: 'Why it was declined; null otherwise.',
  }),
  words(PaymentCancel, 'PaymentCancel', 'Gives up an open payment.', { documentId }),
  words(PaymentLog, 'PaymentLog', 'What the address of a return from a wallet carries.', {
    documentId, requestToken: "The wallet's token of the request.", approvalToken: "The wallet's token of the approval.", uniqueIdentifier: 'Names the payment; a repetition is the same payment.',
  }),
  words(PaymentLinked, 'PaymentLinked', 'The payment belongs to the reservation.', { linked: 'Always true.', guid: 'What calls name the reservation by, where the session may know it.' }),
  words(PrecheckoutSubmit, 'PrecheckoutSubmit', 'The deposit and the agreement.', {
    documentId, authorization: 'Token of the new or the saved card.', isRecurring: 'Whether the card may be charged again later.', validated: 'Whether the tokeniser accepted the card.',
  }),
  words(PrecheckoutResult, 'PrecheckoutResult', 'How the deposit and the agreement stand.', {
    signatureURL: 'Where it is signed; null while the deposit is not held yet, or when it cannot be signed online.', errors: 'What went wrong beside it.',
    state: 'ready, checking while the provider has not said, redirect while the bank asks the renter; the same call again tells how it went on.',
    redirectURL: 'Where the bank asks; null otherwise.',
  }),
  words(PrecheckoutProblem, 'PrecheckoutProblem', 'Something that went wrong around a deposit or an agreement.', {
    context: 'submit-reservation, already-processed, summary-email, payment, agreement or signature.',
  }),
  words(SignatureConfirmation, 'SignatureConfirmation', 'What the address of a return from the signature carries.', { guid: 'Token of the return.', signatureId: 'Names the signature; a repetition is fine.' }),
  words(Signed, 'Signed', 'The agreement is signed.', { signed: 'Always true.' }),
  parameterWords(getPaymentState, 'params', { reservation: 'Number of the reservation.' }),
  parameterWords(listSavedCards, 'params', { reservation: 'Number of the reservation.', provider: 'Code of the way to pay.' }),
]
