import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { Link, Navigate, Route, Routes, useLocation } from 'react-router'
import { AccessPage } from '../access/access-page.tsx'
import { ActivityPage } from '../activity/activity-page.tsx'
import { useOperator, useSignOut } from '../api/session.ts'
import { AttentionItemPage } from '../attention/attention-item-page.tsx'
import { AttentionPage } from '../attention/attention-page.tsx'
import { AuditPage } from '../audit/audit-page.tsx'
import { ComparePage } from '../compare/compare-page.tsx'
import { ExperimentPage } from '../experiments/experiment-page.tsx'
import { ExperimentsPage } from '../experiments/experiments-page.tsx'
import { FunnelPage } from '../funnel/funnel-page.tsx'
import { LevelsPage } from '../levels/levels-page.tsx'
import { MoneyPage } from '../money/money-page.tsx'
import { PreviewOpened } from '../releases/preview-opened.tsx'
import { AccountsPage } from '../onboarding/accounts-page.tsx'
import { NewTenantPage } from '../onboarding/new-tenant-page.tsx'
import { ReleasesPage } from '../releases/releases-page.tsx'
import { TenantReleasePage } from '../releases/tenant-release-page.tsx'
import { RolloutsPage } from '../rollouts/rollouts-page.tsx'
import { Coming } from './coming.tsx'
import { ConfirmSignIn } from './confirm-sign-in.tsx'
import { placeOf, places } from './places.ts'
import { SignIn } from './sign-in.tsx'
import { VersionPage } from '../versions/version-page.tsx'
import { VersionsPage } from '../versions/versions-page.tsx'
import { SupportPage } from '../support/support-page.tsx'
import { DraftPage } from '../tenants/draft-page.tsx'
import { RevisionPage } from '../tenants/revision-page.tsx'
import { SettingsHistoryPage } from '../tenants/settings-history-page.tsx'
import { TermsDraftPage } from '../terms/terms-draft-page.tsx'
import { TermsPage } from '../terms/terms-page.tsx'
import { TermsVersionPage } from '../terms/terms-version-page.tsx'
import { WriteTermsPage } from '../terms/write-terms-page.tsx'
import { StationsPage } from '../stations/stations-page.tsx'
import { TextsPage } from '../tenants/texts-page.tsx'
import { TenantPage } from '../tenants/tenant-page.tsx'
import { TenantsPage } from '../tenants/tenants-page.tsx'

/** The frame around every page; without a session there is only the sign-in. */
export function Console() {
  const operator = useOperator()
  const signOut = useSignOut()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the places are one long row: the present one may be outside.
  useEffect(() => { nav.current?.querySelector('a.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }) }, [pathname, operator.data])
  if (operator.isPending) return <main className="door"><Coming /></main>
  if (!operator.data) return <SignIn />
  if (operator.data.passkeyDue) return <ConfirmSignIn label={operator.data.label} due={operator.data.passkeyDue} />
  return (
    <div className="console">
      <a className="skip" href="#main">Skip to content</a>
      <nav aria-label="Console" ref={nav}>
        <b>Control room</b>
        {places.map(([path, name]) => <Link key={path} to={path} {...(placeOf(pathname) === path && { 'className': 'active', 'aria-current': 'page' as const })}>{name}</Link>)}
        <div className="who">
          <span>{operator.data.label}</span>
          <span>{operator.data.role}</span>
          <Button size="small" ghost onClick={() => { signOut.mutate({ everywhere: false }) }}>Sign out</Button>
        </div>
      </nav>
      <main id="main">
        <Routes>
          <Route path="/releases" element={<ReleasesPage />} />
          <Route path="/releases/:host" element={<TenantReleasePage />} />
          <Route path="/previews/open" element={<PreviewOpened />} />
          <Route path="/compare" element={<ComparePage />} />
          <Route path="/versions" element={<VersionsPage />} />
          <Route path="/versions/:name/:version" element={<VersionPage />} />
          <Route path="/rollouts" element={<RolloutsPage />} />
          <Route path="/experiments" element={<ExperimentsPage />} />
          <Route path="/experiments/:id" element={<ExperimentPage />} />
          <Route path="/activity" element={<ActivityPage />} />
          <Route path="/levels" element={<LevelsPage />} />
          <Route path="/tenants" element={<TenantsPage />} />
          <Route path="/new-tenant" element={<NewTenantPage />} />
          <Route path="/tenants/:id/accounts" element={<AccountsPage />} />
          <Route path="/tenants/:id" element={<TenantPage />} />
          <Route path="/tenants/:id/texts" element={<TextsPage />} />
          <Route path="/tenants/:id/stations" element={<StationsPage />} />
          <Route path="/tenants/:id/terms" element={<TermsPage />} />
          <Route path="/tenants/:id/terms/write" element={<WriteTermsPage />} />
          <Route path="/tenants/:id/terms/:tag/:validFrom" element={<TermsVersionPage />} />
          <Route path="/tenants/:id/terms-drafts/:draft" element={<TermsDraftPage />} />
          <Route path="/tenants/:id/history" element={<SettingsHistoryPage />} />
          <Route path="/tenants/:id/revisions/:revision" element={<RevisionPage />} />
          <Route path="/tenants/:id/drafts/:draft" element={<DraftPage />} />
          <Route path="/funnel" element={<FunnelPage />} />
          <Route path="/attention" element={<AttentionPage />} />
          <Route path="/attention/:tenant/:item" element={<AttentionItemPage />} />
          <Route path="/support" element={<SupportPage />} />
          <Route path="/money" element={<MoneyPage />} />
          <Route path="/access" element={<AccessPage />} />
          <Route path="/audit" element={<AuditPage />} />
          <Route path="*" element={<Navigate to={operator.data.role === 'support' ? '/support' : '/releases'} replace />} />
        </Routes>
      </main>
    </div>
  )
}
