export { matchAddress, pageAt, type AddressMatch, type PageFacts } from './addresses.ts'
export type { ModuleName, RouteInput, RouteRow } from './route-row.ts'
export { defineRoutes, findRoute, moduleNames, routeNames, routeOf, routes, type Route, type RouteName } from './route-table.ts'
export { stepperSteps, type StepperStep } from './row-defaults.ts'
