import { fork } from 'effector'
import { describe, expect, it } from 'vitest'
import { $fieldRules, $flags, $secondLicenceRules, $steps } from './derived.ts'
import { isUpgradeExtra } from './step-enabling.ts'
import { $config, $flow, $lists, $moduleStatus, $progress, $reservation, $summary } from './stores.ts'
import { noProgress } from './session-state.ts'

const moduleRow = (id: number, viewTag: string, isEnabled = true): object => ({ id, viewTag, isEnabled, skipAllowed: false })
const withModules = (...modules: object[]): never => ({ modules }) as never
const withExtras = (...extras: object[]): never => ({ extras }) as never
const all = withModules(moduleRow(1, 'adview'), moduleRow(2, 'upview'), moduleRow(3, 'exview'), moduleRow(5, 'paymentview'), moduleRow(6, 'precheckoutview'))

const steps = (values: readonly (readonly [never, never])[]) => fork({ values: [...values] as never }).getState($steps)

describe('which optional steps a renter meets', () => {
  it('asks for a second driver only with the module on and an extra for it (SHELL-51)', () => {
    const enabled = (config: never, summary: never): boolean => steps([[$config, config], [$summary, summary]] as never).addDriver.isEnabled
    expect(enabled(all, withExtras({ isAddDriver: true }))).toBe(true)
    expect(enabled(all, withExtras({ isAddDriver: false }))).toBe(false)
    expect(enabled(withModules(moduleRow(1, 'adview', false)), withExtras({ isAddDriver: true }))).toBe(false)
  })

  it.each([[{ isAccepted: true }, true], [{ isIncluded: true }, true], [{}, false]])('counts the second driver as included when %o is %s (SHELL-51)', (flags, included) => {
    expect(steps([[$config, all], [$summary, withExtras({ isAddDriver: true, ...flags })]] as never).addDriver.isIncluded).toBe(included)
  })

  it('offers extras exactly when their module is on (SHELL-52)', () => {
    expect(steps([[$config, all]] as never).extras.isEnabled).toBe(true)
    expect(steps([[$config, withModules(moduleRow(3, 'exview', false))]] as never).extras.isEnabled).toBe(false)
  })

  it('offers no upgrade to a reservation that has one (SHELL-47, SHELL-53)', () => {
    const upgraded = [[$config, all], [$summary, withExtras({ ratePeriodType: 'Days_Upselling' })]] as never
    expect(steps([[$config, all], [$summary, withExtras({ ratePeriodType: 'Days' })]] as never).upselling.isEnabled).toBe(true)
    expect(steps(upgraded).upselling.isEnabled).toBe(false)
    expect(fork({ values: upgraded }).getState($flags).upsellingCompleted).toBe(true)
  })

  it.each(['DaysUpselling', 'days-upselling', 'DAYS UPSELLING'])('knows the upgrade by the spelling %s (DEC-73)', (ratePeriodType) => {
    expect(isUpgradeExtra({ ratePeriodType })).toBe(true)
  })

  it('treats a module that the list lacks as disabled (DEC-27)', () => {
    expect(steps([[$config, withModules()]] as never)).toMatchObject({ extras: { isEnabled: false }, payment: { isEnabled: false }, precheckout: { isEnabled: false } })
  })

  it('finds pre-checkout by id 6 and the others by tag (CONST-35)', () => {
    expect(steps([[$config, withModules(moduleRow(6, 'renamed'), moduleRow(99, 'exview'))]] as never)).toMatchObject({ precheckout: { isEnabled: true }, extras: { isEnabled: true } })
  })

  it('follows the reservation\'s own status where it differs from the configuration (DEC-71)', () => {
    expect(steps([[$config, all], [$moduleStatus, [moduleRow(3, 'exview', false)]]] as never).extras.isEnabled).toBe(false)
  })
})

describe('progress flags', () => {
  it.each([[{ name: 'Ana', surname: 'Costa' }, true], [{ name: 'A', surname: '' }, false], [{ name: ' ', surname: 'Costa' }, false], [null, false]])(
    'calls the second driver complete for %o: %s (SHELL-45)', (addDriver, completed) => {
      expect(fork({ values: [[$reservation, { reservation: {}, driver: null, addDriver } as never]] }).getState($flags).addDriverCompleted).toBe(completed)
    })

  it('passes on what only the shell can know (SHELL-46, 48, 49)', () => {
    const progress = { ...noProgress, canPrecheckout: true, reservationHasRA: true, extrasCompletedPrecheckout: true, upsellingNoResults: true }
    expect(fork({ values: [[$progress, progress]] }).getState($flags)).toMatchObject({ canPrecheckout: true, reservationHasRA: true, extrasCompletedPrecheckout: true, upsellingNoResults: true })
  })
})

describe('field rules in force', () => {
  const fields = { main: { taxNumber: { visible: true, mandatory: false }, second: { id: { visible: true, mandatory: true } } }, additional: { taxNumber: { visible: false, mandatory: false } } }

  it('are the additional set in the additional driver\'s flow and the main set otherwise (SHELL-36)', () => {
    const rules = (flow: 'normal' | 'update' | 'additionalDriver') =>
      fork({ values: [[$lists, { countries: null, documentTypes: null, nationalities: null, fields } as never], [$flow, flow]] }).getState($fieldRules)
    expect(rules('additionalDriver')).toBe(fields.additional)
    expect(rules('normal')).toEqual({ taxNumber: fields.main.taxNumber })
    expect(rules('update')).toEqual(rules('normal'))
  })

  it('have those of the second licence apart (DEC-89)', () => {
    const scope = fork({ values: [[$lists, { countries: null, documentTypes: null, nationalities: null, fields } as never]] })
    expect(scope.getState($secondLicenceRules)).toEqual(fields.main.second)
  })

  it('are unknown until the list is loaded', () => {
    expect(fork().getState($fieldRules)).toBeNull()
    expect(fork().getState($secondLicenceRules)).toBeNull()
  })
})
