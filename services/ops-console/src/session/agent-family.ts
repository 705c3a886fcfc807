const browsers: readonly (readonly [RegExp, string])[] = [[/Edg\//, 'Edge'], [/OPR\//, 'Opera'], [/Firefox\//, 'Firefox'], [/Chrome\//, 'Chrome'], [/Safari\//, 'Safari']]
const systems: readonly (readonly [RegExp, string])[] = [[/Windows/, 'Windows'], [/iPhone|iPad/, 'iOS'], [/Mac OS/, 'macOS'], [/Android/, 'Android'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux']]

/** Browser and system of a User-Agent header, for people who look for the session that is not theirs; no version, nothing that tells two people apart. */
export function agentFamily(header: string | undefined): string {
  const nameIn = (families: typeof browsers): string => families.find(([pattern]) => pattern.test(header ?? ''))?.[1] ?? 'unknown'
  return `${nameIn(browsers)}, ${nameIn(systems)}`
}
