import { ButtonColours, Config, Country, DocumentType, FieldRule, FieldRules, Module, ModuleStatus, Nationality, Term } from '../entities/configuration.schema.ts'
import { words, type WordsEntry } from './entry.ts'

const module = {
  id: 'Fixed number of the module: 1 additional driver, 2 upgrade, 3 extras, 4 upload, 5 payment, 6 pre-checkout.',
  viewTag: 'Fixed name of the module: adview, upview, exview, uploadview, paymentview, precheckoutview.',
  isEnabled: 'Whether the step is part of the flow.',
  skipAllowed: 'Whether a renter may go on without it; for payment, whether it may be paid later.',
}

export const configurationWords: readonly WordsEntry[] = [
  words(Config, 'Config', "Configuration of a rental company's site.", {
    firmName: 'Name of the rental company as renters know it.',
    firmLogo: 'Logo as base64, with or without a data prefix; null for none.',
    cssText: 'Styles of the company, used only inside its pages and without addresses of other hosts; null for none.',
    cssPrimary: 'Colour of the progress bar and of links as a CSS colour; null for the default.',
    primaryBtn: 'Colours of the main buttons; null for white on green.',
    isUploadAvailable: 'Whether renters may upload pictures of documents.',
    isUploadMandatory: 'Whether they must, where upload is available.',
    isDocumentScanAvailable: 'Whether the machine-readable zone of a document may be read on the renter\'s own device; off when missing.',
    currency: 'ISO 4217 code of every amount, for example EUR.',
    modules: 'Switchable steps; one that is missing is off.',
    timeZone: "IANA time zone of the company's day, which decides what today is.",
    locales: 'Languages in which the company is served, the default first.',
    phone: 'Telephone of the counter, for messages; null for none.',
    isSandbox: 'Whether payments are rehearsals: only then the test page makes card tokens.',
    providerOrigins: 'Origins of the company\'s card provider, which payment pages may load scripts and frames from; none when missing.',
  }),
  words(ButtonColours, 'ButtonColours', 'Colours of a button as CSS colours.', { color: 'Colour of the label.', backgroundColor: 'Colour of the button.' }),
  words(Module, 'Module', 'A switchable step of the flow.', module),
  words(ModuleStatus, 'ModuleStatus', 'A step for one reservation; it overrides the configuration.', { ...module, isCompleted: 'Whether this reservation has done with it.' }),
  words(Country, 'Country', 'A country and what is known of its numbers.', {
    id: 'Number of the country, used wherever a country is chosen.',
    country: 'Name of the country in the language of the page.',
    isoCode: 'ISO 3166-1 code of two letters.',
    phoneCode: 'Telephone prefix without plus sign.',
    isValidatePostalCode: 'Whether zip codes are looked up, so that the city follows from them.',
    isValidateTaxNumber: 'Whether tax numbers are checked, and therefore needed.',
  }),
  words(DocumentType, 'DocumentType', 'A kind of identity document.', { id: 'What is stored.', name: 'Its name in the language of the page.' }),
  words(Nationality, 'Nationality', 'A nationality.', { id: 'What is stored.', name: 'Its name in the language of the page.' }),
  words(FieldRule, 'FieldRule', 'How the company wants one field.', { visible: 'Whether it is shown.', mandatory: 'Whether it must be filled, where it is shown.' }),
  words(FieldRules, 'FieldRules', 'Which fields of a driver are shown and needed.', {
    main: 'Rules of the main driver by field name; those of the documents stand in groups, of the second licence under `second`.',
    additional: 'Rules of the additional driver by field name.',
  }),
  words(Term, 'Term', 'A document that a renter must agree to.', { tag: 'What its PDF is asked for by.', title: 'Its title in the language of the page.', hash: 'SHA-256 of the version that is listed; an acceptance names it.' }),
]
