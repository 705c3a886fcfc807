import type { Config, Driver, ExtrasSummary, ModuleStatus } from '@checkin/api'
import { isPeriod } from '@checkin/api/period-type'

/** The optional steps by the tag of their module (DEC-27). */
export const stepTags = { addDriver: 'adview', upselling: 'upview', extras: 'exview', upload: 'uploadview', payment: 'paymentview', precheckout: 'precheckoutview' } as const
const precheckoutModuleId = 6

/** One switchable part of the product, after the reservation's own status has overridden the configuration (DEC-71). */
export interface ModuleSwitch {
  readonly isEnabled: boolean
  readonly skipAllowed: boolean
}

const off: ModuleSwitch = { isEnabled: false, skipAllowed: false }

/** Module of this tag; missing from the list means disabled (DEC-27). The pre-checkout module is found by its id 6 (CONST-35). */
export function moduleSwitch(config: Config | null, status: readonly ModuleStatus[] | null, part: keyof typeof stepTags): ModuleSwitch {
  const isIt = (module: { readonly id: number; readonly viewTag: string }): boolean =>
    part === 'precheckout' ? module.id === precheckoutModuleId : module.viewTag === stepTags[part]
  const own = status?.find(isIt)
  const configured = config?.modules.find(isIt)
  const effective = own ?? configured
  return effective ? { isEnabled: effective.isEnabled, skipAllowed: effective.skipAllowed } : off
}

/** SHELL-45: both names of the additional driver as loaded from the API (DEC-40). */
export const isAddDriverCompleted = (addDriver: Driver | null): boolean =>
  Boolean(addDriver?.name?.trim() && addDriver.surname?.trim())

/** SHELL-47, DEC-73: an upgrade shows as an extra of this period type. */
export const isUpgradeExtra = (extra: { readonly ratePeriodType?: string | null | undefined }): boolean =>
  isPeriod(extra.ratePeriodType ?? '', 'DaysUpselling')

/** Whether each optional step is enabled, and whether the additional driver is already part of the price (SHELL-51..53). */
export interface StepSwitches {
  readonly addDriver: { readonly isEnabled: boolean; readonly isIncluded: boolean }
  readonly upselling: { readonly isEnabled: boolean }
  readonly extras: { readonly isEnabled: boolean }
  readonly payment: ModuleSwitch
  readonly precheckout: { readonly isEnabled: boolean }
}

export function stepSwitches(config: Config | null, status: readonly ModuleStatus[] | null, summary: ExtrasSummary | null, upsellingCompleted: boolean): StepSwitches {
  const addDriverExtra = summary?.extras.filter((extra) => extra.isAddDriver) ?? []
  return {
    addDriver: {
      isEnabled: moduleSwitch(config, status, 'addDriver').isEnabled && addDriverExtra.length > 0,
      isIncluded: addDriverExtra.some((extra) => extra.isAccepted || extra.isIncluded),
    },
    upselling: { isEnabled: moduleSwitch(config, status, 'upselling').isEnabled && !upsellingCompleted },
    extras: { isEnabled: moduleSwitch(config, status, 'extras').isEnabled },
    payment: moduleSwitch(config, status, 'payment'),
    precheckout: { isEnabled: moduleSwitch(config, status, 'precheckout').isEnabled },
  }
}
