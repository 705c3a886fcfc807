/** What a screen may need of a library, and who offers it (decision 0157). */
export const controls = ['combobox', 'select', 'date', 'dialog', 'toast', 'number'] as const
export type Control = (typeof controls)[number]

/** `aria` are the hooks of react-aria, `antd` the components of antd 6, `ours` is `@checkin/ui`. */
export const candidates = ['ours', 'aria', 'antd'] as const
export type Candidate = (typeof candidates)[number]

/** Name of a candidate's control in files and figures. */
export const keyOf = (candidate: Candidate, control: Control): string => `${candidate}-${control}`
