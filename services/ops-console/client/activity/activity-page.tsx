import { PageHead } from '../frame/page-head.tsx'

/** What users run right now and what breaks. */
export function ActivityPage() {
  return <PageHead title="Sessions and errors" lead="What users run right now, and what breaks" />
}
