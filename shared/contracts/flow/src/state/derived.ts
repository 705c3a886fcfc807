import { combine } from 'effector'
import { mainRules, type FieldRuleSet } from './configuration-state.ts'
import { isAddDriverCompleted, isUpgradeExtra, stepSwitches } from './step-enabling.ts'
import { $config, $flow, $lists, $mode, $moduleStatus, $progress, $reservation, $summary } from './stores.ts'

const $upsellingCompleted = combine($progress, $summary, (progress, summary) => progress.upgradeTaken || (summary?.extras.some(isUpgradeExtra) ?? false))

/** Progress flags (SHELL-45 to SHELL-49). */
export const $flags = combine(
  { progress: $progress, loaded: $reservation, upsellingCompleted: $upsellingCompleted },
  ({ progress, loaded, upsellingCompleted }) => ({
    addDriverCompleted: isAddDriverCompleted(loaded?.addDriver ?? null),
    extrasCompletedPrecheckout: progress.extrasCompletedPrecheckout,
    upsellingCompleted,
    upsellingNoResults: progress.upsellingNoResults,
    canPrecheckout: progress.canPrecheckout,
    reservationHasRA: progress.reservationHasRA,
  }),
)

/** Which optional steps are enabled (SHELL-51..53), after the reservation's module status (DEC-71). */
export const $steps = combine(
  { config: $config, status: $moduleStatus, summary: $summary, upsellingCompleted: $upsellingCompleted },
  ({ config, status, summary, upsellingCompleted }) => stepSwitches(config, status, summary, upsellingCompleted),
)

/** DEC-107: the tenant's layout of the offers. Pre-checkout has steps of its own, each with its offer. */
export const $offersLayout = combine($config, $mode, (config, mode) => (mode === 'main' ? config?.offersLayout ?? 'steps' : 'steps'))

/** SHELL-36: the main driver's rules, or the additional driver's when the flow is additionalDriver; null until loaded. */
export const $fieldRules = combine($lists, $flow, (lists, flow): FieldRuleSet | null =>
  lists.fields === null ? null : flow === 'additionalDriver' ? lists.fields.additional : mainRules(lists.fields))

/** Rules of the second licence, which only the main driver has (DEC-89); null until loaded. */
export const $secondLicenceRules = $lists.map((lists): FieldRuleSet | null => lists.fields?.main.second ?? null)
