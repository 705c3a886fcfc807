import type { FleetReservationInput } from '@checkin/fleet'

/** An extra as the fleet API takes it; flags that are not named are off. */
export type DemoExtra = NonNullable<FleetReservationInput['extras']>[number]
type Texts = Pick<DemoExtra, 'description' | 'observations'>
type Price = Pick<DemoExtra, 'value' | 'taxRate'>
type Translated = readonly [en: Texts, pt: Texts, fr: Texts]

const texts = (description: string, observations: string | null = null): Texts => ({ description, observations })

function extra(extraID: string, category: string | null, orderToShow: number, [en, pt, fr]: Translated, rest: Partial<DemoExtra> & Price): DemoExtra {
  return { extraID, category, orderToShow, ratePeriodType: 'other', ...en, translations: { pt, fr }, isToTranslate: true, ...rest }
}

/** Taken by the renter already: counts in the total. */
export const taken = (line: DemoExtra, change: Partial<DemoExtra> = {}): DemoExtra => ({ ...line, isAccepted: true, ...change })
/** Part of the price: shown, costs nothing more. */
export const included = (line: DemoExtra): DemoExtra => ({ ...line, isAccepted: true, isIncluded: true })

/** The rental itself, per day. */
export const rental = (value: number, taxRate: number, change: Partial<DemoExtra> = {}): DemoExtra => extra('DAYS', null, 0, [
  texts('Vehicle rental'), texts('Aluguer da viatura'), texts('Location du véhicule'),
], { value, taxRate, ratePeriodType: 'Days', isAccepted: true, isRequired: true, ...change })

export const unlimitedKms = (taxRate: number): DemoExtra => extra('KMS', null, 0, [
  texts('Unlimited kilometres'), texts('Quilómetros ilimitados'), texts('Kilométrage illimité'),
], { value: 0, taxRate, ratePeriodType: 'Kms', isAccepted: true, isIncluded: true, isRequired: true, isKmsIncluded: true })

/** A higher group that the renter took. */
export const upgradeTaken = (value: number, taxRate: number, groupName: string): DemoExtra => extra('UPGRADE', null, 1, [
  texts(`Upgrade to ${groupName}`), texts(`Subida para ${groupName}`), texts(`Surclassement en ${groupName}`),
], { value, taxRate, ratePeriodType: 'DaysUpselling', isAccepted: true })

/** Second driver; priced per rental unless `perDay`. */
export const additionalDriver = (value: number, taxRate: number, perDay = false): DemoExtra => extra('ADDDRV', 'additional_services', 1, [
  texts('Additional driver', 'A second person may drive, with the same cover.'),
  texts('Condutor adicional', 'Uma segunda pessoa pode conduzir, com a mesma cobertura.'),
  texts('Conducteur supplémentaire', 'Une seconde personne peut conduire, avec la même couverture.'),
], { value, taxRate, isAddDriver: true, isAvailableOnEC: true, isValuePerRA: !perDay })

/** What a tenant offers; `f` turns prices in euros into its own. */
export function offeredExtras(taxRate: number, f = 1) {
  const price = (value: number): Price => ({ value: Math.round(value * f * 100) / 100, taxRate })
  return {
    fullCover: extra('SCDW', 'insurances', 1, [
      texts('Full cover', 'Brings the excess for damage down to zero.'),
      texts('Cobertura total', 'Reduz a zero a franquia em caso de danos.'),
      texts('Couverture totale', 'Réduit à zéro la franchise en cas de dommages.'),
    ], { ...price(12.2), isSCDW: true, isSCDWtoZero: true, isAvailableOnEC: true }),
    tyresAndGlass: extra('TYGL', 'insurances', 2, [
      texts('Tyres and glass', 'Covers tyres, windscreen, windows and mirrors.'),
      texts('Pneus e vidros', 'Cobre pneus, para-brisas, vidros e espelhos.'),
      texts('Pneus et vitres', 'Couvre les pneus, le pare-brise, les vitres et les rétroviseurs.'),
    ], { ...price(4.07), isAvailableOnEC: true }),
    personalCover: extra('PAI', 'insurances', 3, [
      texts('Personal accident cover', 'Medical costs of everybody in the car.'),
      texts('Acidentes pessoais', 'Despesas médicas de todos os ocupantes.'),
      texts('Accidents corporels', 'Frais médicaux de tous les occupants.'),
    ], { ...price(3.25), isPartialCDW: true, isAvailableOnEC: true }),
    roadside: extra('RSA', 'additional_services', 2, [
      texts('Roadside help plus', 'Day and night, lost keys and empty tank included.'),
      texts('Assistência em viagem plus', 'Dia e noite, com perda de chaves e falta de combustível.'),
      texts('Assistance plus', 'Jour et nuit, perte des clés et panne de carburant comprises.'),
    ], { ...price(3.5), isAvailableOnEC: true }),
    fullTank: extra('FUEL', 'additional_services', 3, [
      texts('Full tank paid ahead', 'Bring the car back empty; no queue at the pump.'),
      texts('Depósito pago', 'Devolva a viatura sem abastecer.'),
      texts('Plein prépayé', 'Rendez la voiture sans passer à la pompe.'),
    ], { ...price(69.11), isValuePerRA: true, isAvailableOnEC: true }),
    childSeat: extra('CSI', 'equipment', 1, [
      texts('Child seat', '9 to 18 kg, fitted before you arrive.'),
      texts('Cadeira de criança', '9 a 18 kg, montada antes da sua chegada.'),
      texts('Siège enfant', 'De 9 à 18 kg, installé avant votre arrivée.'),
    ], { ...price(8.13), isValuePerRA: true, isAcceptQuantity: true, quantity: 0, isAvailableOnEC: true }),
    booster: extra('BST', 'equipment', 2, [
      texts('Booster seat', '15 to 36 kg.'), texts('Assento elevatório', '15 a 36 kg.'), texts('Rehausseur', 'De 15 à 36 kg.'),
    ], { ...price(2.4), isAcceptQuantity: true, quantity: 0, isAvailableOnEC: true }),
    navigation: extra('GPS', 'equipment', 3, [
      texts('Navigation', 'Maps of Europe, in seven languages.'), texts('Navegação', 'Mapas da Europa, em sete línguas.'), texts('Navigation', 'Cartes d’Europe, en sept langues.'),
    ], { ...price(5), isAvailableOnEC: true }),
    hotspot: extra('WIFI', 'equipment', 4, [
      texts('Wi-Fi hotspot', 'Ten devices, no limit on data.'), texts('Ponto Wi-Fi', 'Dez aparelhos, dados ilimitados.'), texts('Point Wi-Fi', 'Dix appareils, données illimitées.'),
    ], { ...price(6.5), isAcceptQuantity: true, quantity: 0, isStockControlType: true, stockLeft: 12, isAvailableOnEC: true }),
  }
}

/** A fee of a share of the rental. */
export const premiumService = (percent: number, taxRate: number): DemoExtra => extra('PREM', 'additional_services', 4, [
  texts('Premium service', 'No queue: the car waits at the door of the terminal.'),
  texts('Serviço premium', 'Sem filas: a viatura espera à porta do terminal.'),
  texts('Service premium', 'Sans attente : la voiture vous attend devant le terminal.'),
], { value: percent, taxRate, isPercentual: true, isAvailableOnEC: true })

/** Added by the company when a driver is young. */
export const youngDriverFee = (value: number, taxRate: number): DemoExtra => extra('YOUNG', null, 9, [
  texts('Young driver fee'), texts('Taxa de jovem condutor'), texts('Supplément jeune conducteur'),
], { value, taxRate, isYoungDriver: true, isAutomaticExtra: true, youngDriverMinAge: 18, youngDriverMaxAge: 24 })
