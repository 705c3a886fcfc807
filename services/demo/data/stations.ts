import type { Station } from './demo-reservation.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** An airport with a counter, open long hours. */
export const faro: Station = {
  place: 'Faro Airport', timeZone: 'Europe/Lisbon',
  station: {
    address: 'Aeroporto Gago Coutinho, 8006-901 Faro', latitude: 37.0202, longitude: -7.9674,
    hours: [{ days: everyDay, from: '07:00', to: '23:30' }], keys: 'counter',
  },
}

export const lisbon: Station = {
  place: 'Lisbon Airport, Terminal 1', timeZone: 'Europe/Lisbon',
  station: {
    address: 'Alameda das Comunidades Portuguesas, 1700-111 Lisboa', latitude: 38.7699, longitude: -9.1281,
    hours: [{ days: everyDay, from: '00:00', to: '24:00' }], keys: 'counter',
  },
}

/** A small station in town: keys wait in a box, and nobody is there on Sundays. */
export const albufeira: Station = {
  place: 'Albufeira, Avenida da Liberdade', timeZone: 'Europe/Lisbon',
  station: {
    address: 'Avenida da Liberdade 36, 8200-002 Albufeira', latitude: 37.0893, longitude: -8.2507,
    hours: [{ days: [1, 2, 3, 4, 5, 6], from: '09:00', to: '13:00' }, { days: [1, 2, 3, 4, 5, 6], from: '14:30', to: '19:00' }], keys: 'keybox',
  },
}

export const porto: Station = {
  place: 'Porto Campanhã Station', timeZone: 'Europe/Lisbon',
  station: {
    address: 'Rua da Estação, 4300-173 Porto', latitude: 41.1489, longitude: -8.5852,
    hours: [{ days: everyDay, from: '08:00', to: '21:00' }], keys: 'keybox',
  },
}

/** Stations of which the company says no more than their names. */
export const gatwick: Station = { place: 'London Gatwick, South Terminal', timeZone: 'Europe/London' }
export const brighton: Station = { place: 'Brighton Station', timeZone: 'Europe/London' }
export const zurich: Station = { place: 'Zürich Airport', timeZone: 'Europe/Zurich' }
