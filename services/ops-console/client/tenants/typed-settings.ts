import type { TenantSettings } from '@checkin/internal'
import { onlySaid } from './field-rules.ts'

type SmsUse = NonNullable<TenantSettings['smsChannel']>['uses'][number]

/** What the form has: a field that was emptied is undefined, null or an empty text. */
export type TypedSettings = Omit<Partial<TenantSettings>, 'smsChannel'> & {
  readonly smsChannel?: { readonly countries?: readonly string[] | null; readonly perHour?: number | null; readonly uses?: readonly SmsUse[] | null } | null
}

const usualPerHour = 100

/** No country is no channel; without a number it is the usual one (DEC-230, DEC-284). */
export function typedChannel(typed: TypedSettings['smsChannel']): TenantSettings['smsChannel'] {
  const countries = typed?.countries ?? []
  return countries.length === 0 ? null : { countries: [...countries], perHour: typed?.perHour ?? usualPerHour, uses: typed?.uses?.length ? [...typed.uses] : ['codes'] }
}

/** The settings with what was typed; what the page does not show (the style sheet) stays as it is. */
export function typedSettings(seen: TenantSettings, { smsChannel, ...values }: TypedSettings): TenantSettings {
  // Two empty colours are the standard button, not a button without colours; of one the other is the standard's, white on green.
  const { color = '', backgroundColor = '' } = (values.primaryBtn ?? {}) as { readonly color?: string; readonly backgroundColor?: string }
  const button = color === '' && backgroundColor === '' ? null : { color: color || '#fff', backgroundColor: backgroundColor || '#090' }
  return {
    ...seen, ...values, cssPrimary: values.cssPrimary === '' ? null : values.cssPrimary ?? null,
    ...(values.primaryBtn !== undefined && { primaryBtn: button }),
    ...(values.fieldRules !== undefined && { fieldRules: onlySaid(seen.fieldRules, values.fieldRules) }),
    ...(smsChannel !== undefined && { smsChannel: typedChannel(smsChannel) }),
  }
}
