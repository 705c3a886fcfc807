import type { ScreenProblem } from '@checkin/releases'

/** What is wrong with the screens of a set, for an operator who reads the command line (DEC-196). */
export function describeScreenProblem(problem: ScreenProblem): string {
  const { module } = problem
  switch (problem.code) {
    case 'screens-differ': return `${module} does not say the same of the screen ${problem.screen} in its list of screens and in their rows`
    case 'screen-of-another': return `${module} brings the screen ${problem.screen}, which is one of ${problem.owner}`
    case 'path-taken': return `${module} brings a screen at ${problem.path}, where ${problem.by} stands`
    case 'path-reserved': return `${module} brings a screen at ${problem.path}, which is reserved`
    case 'contract-changed': return `${module} says another ${problem.field} of the screen ${problem.screen} than the flow's contract of this shell`
    case 'not-granted': return `${module} says ${problem.field} of the screen ${problem.screen}, which only the flow's contract may`
    case 'need-unmet': return `${module} wants ${problem.needs} for the screen ${problem.screen}, which its place in the flow does not give`
    case 'unknown-place': return `${module} puts the screen ${problem.screen} ${problem.place === '' ? 'nowhere' : `at ${problem.place}, which this shell does not offer`}`
    case 'unknown-lead': return `${module} leads from the screen ${problem.screen} by ${problem.event} to ${problem.to}, which it has not`
    case 'foreign-event': return `${module} leads from the screen ${problem.screen} by ${problem.event}, which is not in its namespace`
    case 'screen-unreached': return `${module} brings the screen ${problem.screen}, which nobody comes to in this shell`
    case 'dead-end': return `${module} brings the screen ${problem.screen}, from which nothing leads on`
  }
}
