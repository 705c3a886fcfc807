/** A course of one series: its name with labels, and its values a minute apart as `promtool` writes them. */
type Series = readonly [series: string, values: string]

/** For one alert: what makes it ring and with which labels, and what leaves it silent. */
export interface AlertSeries {
  readonly rings: readonly Series[]
  readonly silent: readonly Series[]
  readonly labels: Readonly<Record<string, string>>
}

const api = { service: 'reservation-api' }
const calls = (status: number, values: string): Series => [`http_request_duration_seconds_count{service="reservation-api",method="GET",route="/api/a",status="${status}"}`, values]
const within = (values: string): Series => [`http_request_duration_seconds_bucket{service="reservation-api",method="GET",route="/api/a",status="200",le="1"}`, values]
const waiting = (kind: string, seconds: number): AlertSeries => one(`checkin_waiting_work_oldest_seconds{kind="${kind}"}`, `${seconds + 1}x420`, `${seconds}x420`, { kind })
/** What ends 13 days after the look, and what ends 15 days after it. */
const ends = (series: string, labels: Readonly<Record<string, string>>): AlertSeries => one(series, `${7 * 3600 + 13 * 86_400}x420`, `${7 * 3600 + 15 * 86_400}x420`, labels)
const one = (series: string, rings: string, silent: string, labels: Readonly<Record<string, string>> = {}): AlertSeries => ({ rings: [[series, rings]], silent: [[series, silent]], labels })

/** Looked at after seven hours. */
export const alertSeries: Readonly<Record<string, AlertSeries>> = {
  ServiceErrorsFast: { rings: [calls(200, '0+98x420'), calls(500, '0+2x420')], silent: [calls(200, '0+990x420'), calls(500, '0+10x420')], labels: api },
  ServiceErrorsSlow: { rings: [calls(200, '0+992x420'), calls(500, '0+8x420')], silent: [calls(200, '0+996x420'), calls(500, '0+4x420')], labels: api },
  ServiceSlow: { rings: [calls(200, '0+100x420'), within('0+80x420')], silent: [calls(200, '0+100x420'), within('0+90x420')], labels: api },
  CallsRefused: { rings: [calls(503, '0+90x420')], silent: [calls(503, '0+30x420')], labels: api },
  ServiceGone: one('up{job="checkin-api",instance="a"}', '0x420', '1x420', { job: 'checkin-api', instance: 'a' }),
  SlowClients: one('http_slow_requests_total{service="site",part="body"}', '0+90x420', '0+30x420', { service: 'site' }),
  PaymentsUnclear: one('checkin_payment_outcomes_total{provider="card",outcome="unknown"}', '0+1x420', '0x420', { provider: 'card' }),
  PaymentProviderAway: one('checkin_payment_breaker_open{service="reservation-api"}', '1x420', '0x420', api),
  PaymentDiscrepancy: one('checkin_payment_breaks_total{kind="late-money"}', '0x414 1x6', '1x420', { kind: 'late-money' }),
  DepositsEnding: one('checkin_payment_holds_ending_total{}', '0x400 1x20', '0x420'),
  TidyingLate: one('checkin_housekeeping_last_success_timestamp_seconds{kind="drafts"}', '0x420', '0+60x420', { kind: 'drafts' }),
  TenantUnreadable: one('checkin_tenants_unreadable{instance="a"}', '1x420', '0x420'),
  ReleasesExpired: one('checkin_snapshot_expired{service="site"}', '1x420', '0x420', { service: 'site' }),
  PublishedFilesTroubled: one('checkin_asset_source_troubles_total{source="own",trouble="away"}', '0x414 1x6', '3x420', { source: 'own', trouble: 'away' }),
  VersionWorse: one('checkin_version_rises_total{tenant="t",module="offers",version="1.2.0",cause="broken"}', '_x414 1x6', '1x420', { tenant: 't', module: 'offers', version: '1.2.0', cause: 'broken' }),
  MailWaits: waiting('mail', 900),
  PaymentOrdersWait: waiting('payment-orders', 3600),
  AgreementsWait: waiting('agreements', 3600),
  DeliveriesWait: waiting('deliveries', 86_400),
  RetentionLate: waiting('retention', 86_400),
  DatabaseNotWritable: one('checkin_database_state{service="reservation-api",instance="a",state="writable"}', '1x400 0x20', '0x400 1x20', { ...api, instance: 'a', state: 'writable' }),
  ReplicaNotUsed: one('checkin_replica_state{service="reservation-api",instance="a",state="used"}', '0x420', '1x420', api),
  DatabaseConnectionsShort: one('checkin_database_connections{service="reservation-api",instance="a",state="waiting"}', '3x420', '3x400 0x20', api),
  LoadTurnedAway: one('checkin_calls_refused_total{service="reservation-api",instance="a"}', '0+60x420', '0+20x420', api),
  ObjectStoreAway: one('checkin_object_store_state{service="reservation-api",instance="a",state="reachable"}', '1x400 0x20', '0x400 1x20', { ...api, instance: 'a', state: 'reachable' }),
  ClocksDiffer: one('checkin_clock_skew_seconds{service="reservation-api",instance="a"}', '-6x420', '5x420', { ...api, instance: 'a' }),
  CanaryRolledBack: one('checkin_canary_rollbacks_total{service="module-registry",cause="broken"}', '0x414 1x6', '1x420', { cause: 'broken' }),
  RolloutSuspended: one('checkin_rollout_suspended{service="module-registry",tenant="t",module="mfe-offers",version="1.2.0"}', '_x417 1x3', '1x418 stale', { tenant: 't', module: 'mfe-offers', version: '1.2.0' }),
  RolloutsSuspendedOften: one('checkin_rollout_suspensions_ended{service="module-registry",as="resumed"}', '3x420', '2x420', { as: 'resumed' }),
  CertificateEnds: ends('checkin_certificate_end_timestamp_seconds{service="site",certificate="site.pem"}', { certificate: 'site.pem' }),
  CredentialEnds: ends('checkin_credential_end_timestamp_seconds{service="module-registry",kind="token"}', { kind: 'token' }),
}
