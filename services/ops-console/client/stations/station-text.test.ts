import { describe, expect, it } from 'vitest'
import { bareSettings } from '../onboarding/new-tenant.ts'
import { emptyStation, hoursText, settingsWithStations, stationProblems, stationRows, withStation } from './station-text.ts'

const said = { address: 'Rua 1', latitude: null, longitude: null, hours: null, keys: null }
const faro = { ...emptyStation('Faro'), phone: '+351 1 234' }
const known = [{ place: 'Porto', reservations: 2, said }, { place: 'Faro', reservations: 1, said: null }]

describe('the stations of a company (DEC-356)', () => {
  it('are those of reservations and those that the settings name, by name, each once', () => {
    expect(stationRows(known, [faro, emptyStation('Albufeira')], '').map(({ place, reservations, said: theirs, own }) => [place, reservations, theirs !== null, own !== null])).toEqual([
      ['Albufeira', 0, false, true], ['Faro', 1, false, true], ['Porto', 2, true, false],
    ])
    expect(stationRows(known, [faro], ' FAR ').map(({ place }) => place)).toEqual(['Faro'])
  })

  it('leave the settings with the last thing that was said of them', () => {
    expect(withStation([faro], { ...faro, phone: '+351 2 345' })).toEqual([{ ...faro, phone: '+351 2 345' }])
    expect(withStation([faro], emptyStation('Faro'))).toEqual([])
    expect(settingsWithStations({ ...bareSettings, stations: [faro] }, [emptyStation('Porto')])).toEqual(bareSettings)
    expect(settingsWithStations(bareSettings, [faro, emptyStation('Porto')])).toEqual({ ...bareSettings, stations: [faro] })
  })

  it.each([
    ['half a point on the map', { latitude: 37 }, ['Degrees east']], ['hours that end before they begin', { hours: [{ days: [1], from: '18:00', to: '08:00' }] }, ['Opening hours']],
    ['hours without a day', { hours: [{ days: [], from: '08:00', to: '18:00' }] }, ['Opening hours']], ['a telephone of letters', { phone: 'call us' }, ['Telephone']],
    ['words of blanks', { keyText: { en: '  ' } }, ['Words about the keys']], ['everything in order', { latitude: 37, longitude: -8, hours: [{ days: [1], from: '08:00', to: '24:00' }], keyText: { ar: 'مكتب' } }, []],
  ] as const)('are checked as the server does: %s', (_what, values, problems) => {
    expect(stationProblems({ ...faro, ...structuredClone(values) as object })).toEqual(problems)
  })

  it('say their hours as people read them', () => {
    expect([null, [], [{ days: [1, 7], from: '08:00', to: '12:00' }, { days: [2], from: '00:00', to: '24:00' }]].map(hoursText)).toEqual(['not said', 'closed every day', 'Mon, Sun 08:00–12:00; Tue 00:00–24:00'])
  })
})
