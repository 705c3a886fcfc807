export { pageAt, type PageFacts } from './addresses.ts'
export type { Lead, ModuleName, RouteInput, RouteRow, SparseRow } from './route-row.ts'
export {
  defineRoutes, findRoute, matchAddress, moduleNames, routeNames, routeOf, routes, screensNow, setScreens, tableOf, type AddressMatch, type Route, type RouteName, type RouteTable, type ScreenName,
} from './route-table.ts'
export { flowSlots, stepperSteps, type FlowSlot, type StepperStep } from './row-defaults.ts'
