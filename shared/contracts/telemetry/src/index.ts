/** What pages report, what site servers make of it, and what the registry answers about it: each shape once. */
export { ErrorGroups, Health, Live } from './health.ts'
export { journeyMs, mostAdded, saleBounds, stayBounds } from './journey-bounds.ts'
export { ModuleReport, mostFrames, PageReport, readPageReport, StackFrame, StackFrames, StackReport, StepReport, vitalBounds, vitalNames, VitalsReport, type Phase, type Reason, type VitalName } from './page-report.ts'
export { Currency, levelBounds, ReportBatch, type ErrorCount, type JourneyCount, type JourneyValue, type LevelCounts, type OutcomeCount, type StackCount, type StayCount, type StepCount, type TraceReport, type VitalCount } from './report-batch.ts'
export { SessionEnd } from './session-end.ts'
export { longestBlockMs } from './longest-block.ts'
export { endings, leaveWithinMs, settleMs } from './screens.ts'
