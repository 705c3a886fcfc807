import type { TenantStation } from '@checkin/internal'
import { describe, expect, it } from 'vitest'
import { readStations, stationFacts } from './stations.ts'

const own: TenantStation = {
  place: 'Faro', address: 'Rua 2', latitude: 1, longitude: 2, hours: [{ days: [1], from: '08:00', to: '18:00' }], keys: 'keybox', phone: '+351 1', keyText: { en: 'Box 7, behind the door.' },
}
const put = { address: null, latitude: null, longitude: null, hours: null, keys: null }

describe('what is said of a station (DEC-356)', () => {
  it('is what the company\'s system gave with the reservation, value by value, and what that leaves out of the settings', () => {
    expect(stationFacts('Faro', { ...put, address: 'Rua 1', keys: 'counter' }, [own])).toEqual({ address: 'Rua 1', latitude: 1, longitude: 2, hours: own.hours, keys: 'counter', phone: '+351 1', keyText: own.keyText })
    expect(stationFacts('Faro', { address: 'Rua 1', latitude: 5, longitude: 6, hours: [], keys: 'counter' }, [own]), 'closed every day is said too').toMatchObject({ latitude: 5, longitude: 6, hours: [] })
  })

  it('never has half of a point from one and half from the other', () => {
    expect(stationFacts('Faro', { ...put, latitude: 5 }, [own])).toMatchObject({ latitude: 1, longitude: 2 })
  })

  it('is what the settings say where the system says nothing, of that very name alone, and nothing where nobody does', () => {
    expect(stationFacts('Faro', null, [own])).toMatchObject({ address: 'Rua 2', phone: '+351 1' })
    expect(stationFacts('faro', null, [own])).toBeNull()
    expect(stationFacts('Porto', put, [own])).toEqual({ ...put, phone: null, keyText: {} })
  })

  it('is read from settings of any age', () => {
    expect([readStations(null), readStations([own]), readStations([{ place: 7 }])]).toEqual([[], [own], []])
  })
})
