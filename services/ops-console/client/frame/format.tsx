/** Modules in the order in which renters meet them. */
export const moduleNames = ['shell', 'mfe-verification', 'mfe-driver', 'mfe-offers', 'mfe-payment', 'mfe-precheckout'] as const

/** `payment` of `mfe-payment`. */
export const shortName = (module: string): string => module.replace(/^mfe-/, '')

/** `payment 1.2.0, offers 1.1.0`. */
export const choiceText = (choice: Readonly<Record<string, string>>): string =>
  Object.entries(choice).map(([module, version]) => `${shortName(module)} ${version}`).join(', ')
