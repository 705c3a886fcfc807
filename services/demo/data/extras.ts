interface Words {
  readonly description: string
  readonly observations: string | null
}

/** An extra as the fleet API takes it; flags that are not named are off. */
export interface DemoExtra extends Words {
  readonly extraID: string
  readonly ratePeriodType: string
  readonly translations: { readonly pt?: Words; readonly fr?: Words }
  readonly category: string | null
  readonly orderToShow: number
  /** Net price of one unit; of a percentual extra the percentage. */
  readonly value: number
  readonly taxRate: number
  readonly quantity?: number
  readonly discount?: number
  readonly stockLeft?: number
  readonly youngDriverMinAge?: number
  readonly youngDriverMaxAge?: number
  readonly [flag: `is${string}`]: boolean | undefined
}

type Price = Pick<DemoExtra, 'value' | 'taxRate'>
type Texts = readonly [en: Words, pt: Words, fr: Words]

const words = (description: string, observations: string | null = null): Words => ({ description, observations })

function extra(extraID: string, category: string | null, orderToShow: number, [en, pt, fr]: Texts, rest: Partial<DemoExtra> & Price): DemoExtra {
  return { extraID, category, orderToShow, ratePeriodType: 'other', ...en, translations: { pt, fr }, isToTranslate: true, ...rest }
}

/** Taken by the renter already: counts in the total. */
export const taken = (line: DemoExtra, change: Partial<DemoExtra> = {}): DemoExtra => ({ ...line, isAccepted: true, ...change })
/** Part of the price: shown, costs nothing more. */
export const included = (line: DemoExtra): DemoExtra => ({ ...line, isAccepted: true, isIncluded: true })

/** The rental itself, per day. */
export const rental = (value: number, taxRate: number, change: Partial<DemoExtra> = {}): DemoExtra => extra('DAYS', null, 0, [
  words('Vehicle rental'), words('Aluguer da viatura'), words('Location du véhicule'),
], { value, taxRate, ratePeriodType: 'Days', isAccepted: true, isRequired: true, ...change })

export const unlimitedKms = (taxRate: number): DemoExtra => extra('KMS', null, 0, [
  words('Unlimited kilometres'), words('Quilómetros ilimitados'), words('Kilométrage illimité'),
], { value: 0, taxRate, ratePeriodType: 'Kms', isAccepted: true, isIncluded: true, isRequired: true, isKmsIncluded: true })

/** A higher group that the renter took. */
export const upgradeTaken = (value: number, taxRate: number, groupName: string): DemoExtra => extra('UPGRADE', null, 1, [
  words(`Upgrade to ${groupName}`), words(`Subida para ${groupName}`), words(`Surclassement en ${groupName}`),
], { value, taxRate, ratePeriodType: 'DaysUpselling', isAccepted: true })

/** Second driver; priced per rental unless `perDay`. */
export const additionalDriver = (value: number, taxRate: number, perDay = false): DemoExtra => extra('ADDDRV', 'additional_services', 1, [
  words('Additional driver', 'A second person may drive, with the same cover.'),
  words('Condutor adicional', 'Uma segunda pessoa pode conduzir, com a mesma cobertura.'),
  words('Conducteur supplémentaire', 'Une seconde personne peut conduire, avec la même couverture.'),
], { value, taxRate, isAddDriver: true, isAvailableOnEC: true, isValuePerRA: !perDay })

/** What a tenant offers; `f` turns prices in euros into its own. */
export function offeredExtras(taxRate: number, f = 1) {
  const price = (value: number): Price => ({ value: Math.round(value * f * 100) / 100, taxRate })
  return {
    fullCover: extra('SCDW', 'insurances', 1, [
      words('Full cover', 'Brings the excess for damage down to zero.'),
      words('Cobertura total', 'Reduz a zero a franquia em caso de danos.'),
      words('Couverture totale', 'Réduit à zéro la franchise en cas de dommages.'),
    ], { ...price(12.2), isSCDW: true, isSCDWtoZero: true, isAvailableOnEC: true }),
    tyresAndGlass: extra('TYGL', 'insurances', 2, [
      words('Tyres and glass', 'Covers tyres, windscreen, windows and mirrors.'),
      words('Pneus e vidros', 'Cobre pneus, para-brisas, vidros e espelhos.'),
      words('Pneus et vitres', 'Couvre les pneus, le pare-brise, les vitres et les rétroviseurs.'),
    ], { ...price(4.07), isAvailableOnEC: true }),
    personalCover: extra('PAI', 'insurances', 3, [
      words('Personal accident cover', 'Medical costs of everybody in the car.'),
      words('Acidentes pessoais', 'Despesas médicas de todos os ocupantes.'),
      words('Accidents corporels', 'Frais médicaux de tous les occupants.'),
    ], { ...price(3.25), isPartialCDW: true, isAvailableOnEC: true }),
    roadside: extra('RSA', 'additional_services', 2, [
      words('Roadside help plus', 'Day and night, lost keys and empty tank included.'),
      words('Assistência em viagem plus', 'Dia e noite, com perda de chaves e falta de combustível.'),
      words('Assistance plus', 'Jour et nuit, perte des clés et panne de carburant comprises.'),
    ], { ...price(3.5), isAvailableOnEC: true }),
    fullTank: extra('FUEL', 'additional_services', 3, [
      words('Full tank paid ahead', 'Bring the car back empty; no queue at the pump.'),
      words('Depósito pago', 'Devolva a viatura sem abastecer.'),
      words('Plein prépayé', 'Rendez la voiture sans passer à la pompe.'),
    ], { ...price(69.11), isValuePerRA: true, isAvailableOnEC: true }),
    childSeat: extra('CSI', 'equipment', 1, [
      words('Child seat', '9 to 18 kg, fitted before you arrive.'),
      words('Cadeira de criança', '9 a 18 kg, montada antes da sua chegada.'),
      words('Siège enfant', 'De 9 à 18 kg, installé avant votre arrivée.'),
    ], { ...price(8.13), isValuePerRA: true, isAcceptQuantity: true, quantity: 0, isAvailableOnEC: true }),
    booster: extra('BST', 'equipment', 2, [
      words('Booster seat', '15 to 36 kg.'), words('Assento elevatório', '15 a 36 kg.'), words('Rehausseur', 'De 15 à 36 kg.'),
    ], { ...price(2.4), isAcceptQuantity: true, quantity: 0, isAvailableOnEC: true }),
    navigation: extra('GPS', 'equipment', 3, [
      words('Navigation', 'Maps of Europe, in seven languages.'), words('Navegação', 'Mapas da Europa, em sete línguas.'), words('Navigation', 'Cartes d’Europe, en sept langues.'),
    ], { ...price(5), isAvailableOnEC: true }),
    hotspot: extra('WIFI', 'equipment', 4, [
      words('Wi-Fi hotspot', 'Ten devices, no limit on data.'), words('Ponto Wi-Fi', 'Dez aparelhos, dados ilimitados.'), words('Point Wi-Fi', 'Dix appareils, données illimitées.'),
    ], { ...price(6.5), isAcceptQuantity: true, quantity: 0, isStockControlType: true, stockLeft: 12, isAvailableOnEC: true }),
  }
}

/** A fee of a share of the rental. */
export const premiumService = (percent: number, taxRate: number): DemoExtra => extra('PREM', 'additional_services', 4, [
  words('Premium service', 'No queue: the car waits at the door of the terminal.'),
  words('Serviço premium', 'Sem filas: a viatura espera à porta do terminal.'),
  words('Service premium', 'Sans attente : la voiture vous attend devant le terminal.'),
], { value: percent, taxRate, isPercentual: true, isAvailableOnEC: true })

/** Added by the company when a driver is young. */
export const youngDriverFee = (value: number, taxRate: number): DemoExtra => extra('YOUNG', null, 9, [
  words('Young driver fee'), words('Taxa de jovem condutor'), words('Supplément jeune conducteur'),
], { value, taxRate, isYoungDriver: true, isAutomaticExtra: true, youngDriverMinAge: 18, youngDriverMaxAge: 24 })
