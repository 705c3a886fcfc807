/** How grave an event is; OpenTelemetry's log data model numbers it 9 (INFO), 13 (WARN), 17 (ERROR). */
export type SecuritySeverity = 'info' | 'warn' | 'error'

/** What a service did or refused that a security team wants to know of (DEC-216). */
export interface SecurityEvent {
  /** `event.name`: once given, it keeps its meaning. */
  readonly name: string
  /** The `name` of the service that emits it; `any` for every one. */
  readonly service: 'reservation-api' | 'module-registry' | 'ops-console' | 'site' | 'any'
  readonly severity: SecuritySeverity
  /** True for what no call is: the service says so itself, by `Service.securityEvent`. */
  readonly isWork?: true
  /** Method and route pattern of the call; absent for every call. */
  readonly call?: string
  /** The same call in its body form (DEC-342). */
  readonly inBody?: string
  /** Codes of refusals that are this event; absent for a call that was done (a status below 400). */
  readonly refusedWith?: readonly string[]
  readonly meaning: string
  /** What to do when it happens, or when its alarm rings. */
  readonly whatToDo: string
  /** Events within ten minutes, over all servers, from which an alarm rings; absent where one alone says nothing. */
  readonly alarmFrom?: number
}

const review = 'Nothing by itself: it is read when an incident is looked into.'
const secondLook = 'Ask who it names whether it was meant; the audit of the registry (`rollout verify`) has who did it and why. If not, end the credential (docs/credentials.md).'

/**
 * The one catalogue of security events. An event is recognised by the call and by how it ended, at one place for all services, so that no handler can
 * forget it and none can put a person's data into it. The first that fits counts.
 */
export const securityEvents: readonly SecurityEvent[] = [
  { name: 'renter.code.sent', service: 'reservation-api', severity: 'info', call: 'POST /api/reservation/lookup', meaning: 'A code was sent to the address of a reservation.', whatToDo: review },
  { name: 'renter.code.sent.sms', service: 'reservation-api', severity: 'info', call: 'POST /api/code/sms', meaning: 'A code was sent by text message to the number on file.', whatToDo: 'Each costs money. Many for one tenant: look at its `smsChannel.perHour` and countries.', alarmFrom: 300 },
  { name: 'renter.link.sent.sms', service: 'reservation-api', severity: 'info', call: 'POST /api/reservation/later/sms', meaning: 'A link to finish later was sent by text message to the number on file.', whatToDo: 'Each costs money. Many for one tenant: look at its `smsChannel.perHour`, `uses` and countries.', alarmFrom: 300 },
  { name: 'renter.invitation.sent.sms', service: 'reservation-api', severity: 'info', call: 'POST /api/invitation/sms', meaning: 'The additional driver was invited by text message, to a number that the renter typed.', whatToDo: 'Each costs money, and the number may be anybody\'s. Many for one tenant: look at its `smsChannel.perHour`, `uses` and countries.', alarmFrom: 100 },
  { name: 'renter.code.refused', service: 'reservation-api', severity: 'warn', call: 'GET /api/validate/:code', inBody: 'POST /api/validate', refusedWith: ['CodeNotFound'], meaning: 'A code was wrong, expired, used or of another browser.', whatToDo: 'Codes end after five tries. Compare with `renter.code.sent`: many more refusals than codes are guesses; look for the tenant, and limit the networks at the proxy.', alarmFrom: 100 },
  { name: 'renter.session.started', service: 'reservation-api', severity: 'info', call: 'GET /api/validate/:code', inBody: 'POST /api/validate', meaning: 'A code was right, and a renter\'s session became a verified one.', whatToDo: review },
  { name: 'renter.link.opened', service: 'reservation-api', severity: 'info', call: 'GET /api/reservation/resume/:guid', inBody: 'POST /api/reservation/resume', meaning: 'A link from a mail was opened.', whatToDo: review },
  { name: 'renter.link.refused', service: 'reservation-api', severity: 'warn', call: 'GET /api/reservation/resume/:guid', inBody: 'POST /api/reservation/resume', refusedWith: ['ReservationNotFound'], meaning: 'A link was unknown or had ended.', whatToDo: 'Some are old mails. Many at once are guesses, which cannot succeed at the length of a link: limit the networks at the proxy.', alarmFrom: 200 },
  { name: 'renter.lookup.refused', service: 'reservation-api', severity: 'info', refusedWith: ['ReservationNotFound'], meaning: 'Reference, surname or second proof did not fit.', whatToDo: review },
  { name: 'renter.guesses.slowed', service: 'reservation-api', severity: 'warn', refusedWith: ['WorkRequired', 'TooManyRequests'], meaning: 'A guard slowed somebody who guesses, or asks too often.', whatToDo: 'The guards hold (decision 0160). If it goes on, limit the networks at the proxy; renters with right data get in meanwhile.', alarmFrom: 200 },
  { name: 'renter.session.ended', service: 'reservation-api', severity: 'info', call: 'POST /internal/v1/session/end', meaning: 'The site said that a renter left.', whatToDo: review },
  { name: 'renter.page.foreign', service: 'reservation-api', severity: 'warn', refusedWith: ['ForeignOrigin'], meaning: 'A page of another site made a call with a renter\'s cookie, or a program left the origin out.', whatToDo: 'The call did nothing. Many at once are a page that tries to act for renters: find it by the proxy\'s Referer, and have it taken down.', alarmFrom: 50 },
  { name: 'data.exported', service: 'reservation-api', severity: 'warn', call: 'GET /fleet/v1/reservations/:reference/personal-data', meaning: 'A company\'s system read all personal data of a reservation.', whatToDo: 'A few are answers to renters who asked. Many are a copy of the renters: ask the company, and end its token (`rollout`, console, Access).', alarmFrom: 20 },
  { name: 'data.erased', service: 'reservation-api', severity: 'warn', call: 'DELETE /fleet/v1/reservations/:reference/personal-data', meaning: 'A company\'s system deleted the personal data of a reservation.', whatToDo: 'Many at once may be a mistake or a stolen token: ask the company, and end its token.', alarmFrom: 100 },
  { name: 'callback.refused', service: 'reservation-api', severity: 'warn', call: 'POST /provider/v1/:provider/callback/:tenantId', refusedWith: ['Unauthorized'], meaning: 'A payment provider\'s report had no signature that holds.', whatToDo: 'Nothing was booked. Was the secret changed at the provider and not here? Otherwise it is forged: let only the provider\'s networks reach the address.', alarmFrom: 5 },
  { name: 'signature.callback.refused', service: 'reservation-api', severity: 'warn', call: 'POST /provider/v1/sign/callback/:tenantId', refusedWith: ['Unauthorized'], meaning: 'A report of the signature provider had no signature that holds.', whatToDo: 'As for `callback.refused`.', alarmFrom: 5 },
  { name: 'sms.callback.refused', service: 'reservation-api', severity: 'warn', call: 'POST /provider/v1/sms/callback/:tenantId', refusedWith: ['Unauthorized'], meaning: 'A report about a text message had no signature that holds.', whatToDo: 'As for `callback.refused`; it changed nothing.', alarmFrom: 5 },
  { name: 'wallet.device.refused', service: 'reservation-api', severity: 'info', call: 'POST /api/wallet/apple/v1/devices/:device/registrations/:passType/:serial', refusedWith: ['Unauthorized'], meaning: 'A phone registered for a pass that is over, erased or not its own.', whatToDo: 'Some are old passes. Many at once are guesses, which cannot succeed at the length of a token, or a new `CHECKIN_CODE_SECRET`: passes made before it have to be added again.', alarmFrom: 500 },
  { name: 'wallet.pass.refused', service: 'reservation-api', severity: 'info', call: 'GET /api/wallet/apple/v1/passes/:passType/:serial', refusedWith: ['Unauthorized'], meaning: 'A phone asked for a pass that is over, erased or not its own.', whatToDo: 'As for `wallet.device.refused`.', alarmFrom: 500 },
  { name: 'fleet.token.made', service: 'reservation-api', severity: 'warn', call: 'POST /fleet/v1/tokens', meaning: 'A company\'s system made its next token.', whatToDo: 'Expected at a rotation; otherwise ask the company.' },
  { name: 'fleet.token.revoked', service: 'reservation-api', severity: 'warn', call: 'DELETE /fleet/v1/tokens/:tokenId', meaning: 'A company\'s system ended a token.', whatToDo: 'Expected at a rotation; otherwise ask the company.' },
  { name: 'key.unavailable', service: 'any', severity: 'error', refusedWith: ['KeysUnavailable'], meaning: 'What lies sealed did not open: a key is missing or another one.', whatToDo: '[Keys of personal data](operations.md#keys-of-personal-data): `checkin keys list` names the key; put it back in its place.', alarmFrom: 1 },
  { name: 'key.rotated', service: 'reservation-api', severity: 'warn', isWork: true, meaning: 'A company has a new key of personal data: all rows are sealed with it, and the former key is deleted.', whatToDo: 'Expected after `checkin keys renew`; otherwise ask who changed keys. Backups from before open with the key file of their time only.' },
  { name: 'outbound.refused', service: 'reservation-api', severity: 'warn', isWork: true, meaning: 'A system of somebody else was not called: its host is not on the list, its name leads inside, or it would be spoken to in clear. The line before it names the host (`host`), why, and the setting.', whatToDo: 'If the system is a provider or a receiver that the installation means, add its host to `CHECKIN_OUTBOUND_HOSTS` and restart. Otherwise somebody changed an account or a receiver\'s address: ask the company.', alarmFrom: 1 },
  { name: 'work.gave-up', service: 'reservation-api', severity: 'warn', isWork: true, meaning: 'Work beside calls was given up and is not tried again; the line names which (`checkin.work`): a mail or a text message that was refused, cannot be read or would come too late.', whatToDo: 'The console\'s Attention names what a person has to do. Many at once: look at the account of the mail or SMS provider and at the sender\'s name.', alarmFrom: 20 },
  { name: 'version.published', service: 'module-registry', severity: 'info', call: 'POST /registry/v1/modules/:name/versions', meaning: 'A version was published with a key that holds.', whatToDo: review },
  { name: 'publisher.key.refused', service: 'module-registry', severity: 'error', call: 'POST /registry/v1/modules/:name/versions', refusedWith: ['WrongKey'], meaning: 'Who has a publisher\'s token published with a key that is not the module\'s.', whatToDo: 'A pipeline with an old key, or a stolen token: ask the team, and end the token.', alarmFrom: 1 },
  { name: 'publisher.key.proposed', service: 'module-registry', severity: 'warn', call: 'PUT /registry/v1/publishers/:module', meaning: 'Another key for a module was asked for, now or from a day on; a second person decides.', whatToDo: secondLook, alarmFrom: 1 },
  { name: 'publisher.key.revoked', service: 'module-registry', severity: 'warn', call: 'DELETE /registry/v1/publishers/:module/keys/:keyId', meaning: 'A publisher\'s key was ended at once.', whatToDo: secondLook, alarmFrom: 1 },
  { name: 'version.killed', service: 'module-registry', severity: 'error', call: 'POST /registry/v1/modules/:name/versions/:version/kill', meaning: 'A version was withdrawn everywhere.', whatToDo: secondLook, alarmFrom: 1 },
  { name: 'attestation.refused', service: 'module-registry', severity: 'error', call: 'POST /registry/v1/attestations', refusedWith: ['UnknownRunner', 'SamePerson', 'InvalidAttestation', 'OtherDigest', 'Forbidden'], meaning: 'Results of tests came with a signature or a role that does not hold.', whatToDo: 'Nothing counts of them. Ask who runs the tests; end the runner\'s key if it is not known.', alarmFrom: 1 },
  { name: 'change.approved', service: 'module-registry', severity: 'info', call: 'POST /registry/v1/changes/:id/approve', meaning: 'A second person approved a change.', whatToDo: review },
  { name: 'change.rejected', service: 'module-registry', severity: 'info', call: 'POST /registry/v1/changes/:id/reject', meaning: 'A change was refused or taken back.', whatToDo: review },
  { name: 'token.proposed', service: 'module-registry', severity: 'warn', call: 'POST /registry/v1/tokens', meaning: 'An access token was asked for; a second person decides.', whatToDo: secondLook },
  { name: 'token.rotated', service: 'module-registry', severity: 'info', call: 'POST /registry/v1/actor/rotation', meaning: 'A holder changed the token\'s secret.', whatToDo: review },
  { name: 'token.revoked', service: 'module-registry', severity: 'warn', call: 'DELETE /registry/v1/tokens/:label', meaning: 'An access token was ended.', whatToDo: review },
  { name: 'console.session.opened', service: 'module-registry', severity: 'info', call: 'POST /registry/v1/console-sessions', meaning: 'The registry keeps a new session of the console.', whatToDo: review },
  { name: 'console.session.confirmed', service: 'module-registry', severity: 'info', call: 'PUT /registry/v1/console-sessions/present/passkey', meaning: 'A passkey confirmed who signed in with a token.', whatToDo: review },
  { name: 'passkey.copied', service: 'module-registry', severity: 'error', refusedWith: ['PasskeyCopied'], meaning: 'A passkey\'s count of signatures went back: somebody may have a copy of it. Nobody was let in.', whatToDo: 'Ask whom the audit names. End the passkey (`rollout passkey revoke`) and the token, and make both anew.', alarmFrom: 1 },
  { name: 'passkey.refused', service: 'module-registry', severity: 'warn', refusedWith: ['PasskeyRefused', 'ChallengeOver'], meaning: 'Who has a token could not prove the passkey to it.', whatToDo: 'Once is a mistake or a slow hand. Again and again for one person it is a stolen token: the audit has who signed in without confirming; end the token.', alarmFrom: 10 },
  { name: 'passkey.added', service: 'module-registry', severity: 'warn', call: 'POST /registry/v1/passkeys', meaning: 'Somebody has a new passkey.', whatToDo: secondLook },
  { name: 'passkey.revoked', service: 'module-registry', severity: 'warn', call: 'DELETE /registry/v1/passkeys/:id', meaning: 'A passkey was ended, with the sessions that it confirmed.', whatToDo: review },
  { name: 'passkey.reset.proposed', service: 'module-registry', severity: 'warn', call: 'POST /registry/v1/passkeys/reset', meaning: 'Somebody asked that a person who lost every passkey makes one anew; a second person decides.', whatToDo: secondLook, alarmFrom: 1 },
  { name: 'console.session.ended', service: 'module-registry', severity: 'info', call: 'DELETE /registry/v1/console-sessions', meaning: 'A session of the console ended: by its person, or because the identity provider vouches no more.', whatToDo: review },
  { name: 'console.signed-in', service: 'ops-console', severity: 'info', call: 'POST /api/session', meaning: 'An operator signed in with a token.', whatToDo: review },
  { name: 'console.signed-in.openid', service: 'ops-console', severity: 'info', call: 'GET /sign-in/done', meaning: 'An operator came back from the identity provider and is signed in.', whatToDo: review },
  { name: 'console.sign-in.refused', service: 'ops-console', severity: 'warn', call: 'POST /api/session', refusedWith: ['UnknownToken'], meaning: 'Somebody tried to sign in with a token that does not hold.', whatToDo: 'A token that ended, or guesses, which cannot succeed at the length of a token: let only the operators\' networks reach the console.', alarmFrom: 20 },
  { name: 'console.sign-in.refused.openid', service: 'ops-console', severity: 'warn', call: 'GET /sign-in/done', refusedWith: ['NotSignedIn', 'NoRole', 'NoName', 'NameNotVerified', 'SignInTooWeak'], meaning: 'The identity provider did not vouch, or for nobody with a role.', whatToDo: 'Ask the person; compare the groups at the identity provider with those of the settings.', alarmFrom: 20 },
  { name: 'console.role.lost', service: 'ops-console', severity: 'warn', isWork: true, meaning: 'The identity provider was asked again about somebody who is signed in, and vouches no more: the role is gone, or the sign-in was ended there. The session is over.', whatToDo: 'Expected when somebody leaves. Read in the audit what the person did last.' },
  { name: 'console.signed-out', service: 'ops-console', severity: 'info', call: 'DELETE /api/session', meaning: 'An operator signed out.', whatToDo: review },
  { name: 'console.page.foreign', service: 'ops-console', severity: 'error', refusedWith: ['ForeignPage'], meaning: 'A call in an operator\'s name came from no page of the console.', whatToDo: 'It did nothing. A page tries to act for an operator: find it by the proxy\'s Referer, and warn the operators.', alarmFrom: 5 },
  { name: 'console.policy.refused', service: 'ops-console', severity: 'warn', isWork: true, meaning: 'A browser reports that the policy of a page of the console refused something; the line names the directive and the kind (`checkin.work`), never an address. Anybody who reaches the console can send one.', whatToDo: 'None is expected: the console\'s pages hold no code of others. `script-src foreign` or `inline` may be markup in what a company or a module wrote: look at what was shown, and take it out. After an upgrade alone: tell the makers.', alarmFrom: 20 },
  { name: 'release.snapshot.refused', service: 'site', severity: 'error', isWork: true, meaning: 'What came as the registry\'s answer is not signed by it, is older than what is in use, or has ended.', whatToDo: 'Renters keep the last good releases. Was the registry\'s key changed, or an old backup of it started? Otherwise somebody stands between registry and site: look at the way between them.', alarmFrom: 1 },
  { name: 'release.snapshot.expired', service: 'site', severity: 'warn', isWork: true, meaning: 'What a site knows of releases has ended, and no newer answer came: a withdrawn version may still be served.', whatToDo: 'Start the registry, or open the way to it; until then withdraw nothing without restarting sites.', alarmFrom: 1 },
  { name: 'page.policy.refused', service: 'site', severity: 'warn', isWork: true, meaning: 'A browser reports that the policy of a page refused something; the line names the directive and the kind (`checkin.work`), never an address. Anybody can send one.', whatToDo: 'A few are programs on renters\' devices. Many after a rollout are a module that needs what it may not have: compare with `checkin_policy_reports_total`, and roll back. Many `script-src foreign` without one are foreign code in pages: look for markup in texts of companies.', alarmFrom: 300 },
  { name: 'caller.refused', service: 'any', severity: 'error', refusedWith: ['WrongCaller'], meaning: 'A call that is for a service of the installation alone came without the certificate of that service: without any, of another authority, of another service, or over. The line before it says which (`fault`).', whatToDo: 'Nothing was done. After a renewal compare `CHECKIN_CALLERS` with the names in the certificates. Otherwise somebody in the inner network tries the services\' calls: find the network that the line names.', alarmFrom: 1 },
  { name: 'host.refused', service: 'any', severity: 'warn', refusedWith: ['UnknownHost', 'UnknownTenant'], meaning: 'A server was called by a name that is not its own, or that is no company\'s.', whatToDo: 'Mostly scanners. Right after a change of names it is a forgotten setting.', alarmFrom: 500 },
  { name: 'access.refused', service: 'any', severity: 'warn', refusedWith: ['Forbidden'], meaning: 'Who calls is known, and may not do this.', whatToDo: 'Look which route: a program with the wrong role, or somebody who tries how far a token reaches.', alarmFrom: 50 },
  { name: 'credential.refused', service: 'any', severity: 'info', refusedWith: ['Unauthorized', 'SignInNeeded'], meaning: 'A call came without a credential that holds.', whatToDo: 'Pages whose session is over do this too. A steep rise is a program with a token that ended, or guesses.', alarmFrom: 1000 },
]

/** How a call ended, as far as the catalogue is concerned. */
export interface EndedCall {
  readonly service: string
  readonly method: string
  /** The route's pattern; null where there is none. */
  readonly route: string | null
  readonly status: number
  /** The code of the one error body; null for a call that was not refused. */
  readonly code: string | null
}

/** The event that a call is; null for a call that nobody has to know of. */
export function securityEventOf({ service, method, route, status, code }: EndedCall): SecurityEvent | null {
  return securityEvents.find((event) => !event.isWork && (event.service === 'any' || event.service === service)
    && (event.call === undefined || event.call === `${method} ${route}` || event.inBody === `${method} ${route}`)
    && (event.refusedWith === undefined ? status < 400 : code !== null && event.refusedWith.includes(code))) ?? null
}

/** Events that a service may emit: its bounded series of the counter. */
export const eventsOf = (service: string): readonly SecurityEvent[] => securityEvents.filter((event) => event.service === 'any' || event.service === service)
