/** Versions in a line, `payment@1.2.0 shell@1.0.0`. */
export const versionsText = (modules: Readonly<Record<string, string>>): string =>
  Object.entries(modules).map(([name, version]) => `${name.replace(/^mfe-/, '')}@${version}`).join(' ')

/** An instant to the minute, UTC. */
export const minute = (instant: string): string => instant.slice(0, 16).replace('T', ' ')
