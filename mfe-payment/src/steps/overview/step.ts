import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { OverviewView } from './view.tsx'

/** The screen `overview`: the rental, what it costs, and how it is paid or completed (PAY-01 to PAY-17). */
export const overviewStep: Step = { name: 'overview', View: OverviewView, opened, closed }
