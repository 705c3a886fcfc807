/**
 * Where a typed address leads, for every path and every state of a session. Columns:
 *
 * - none: a new tab.
 * - code: reservation found, a code is under way (VERIF-16).
 * - main: opened by a link, terms agreed to, the driver's data given.
 * - additional: the same, at the additional driver's data (flow additionalDriver).
 * - precheckout: opened by the link to pre-checkout.
 * - completed: check-in is complete (DEC-75, DEC-85).
 * - blocked: meanwhile an agreement was made at the counter (409, DEC-56).
 * - expired: the tab remembers a session that the server has ended (401, DEC-85).
 *
 * Cells: `home` is the first screen (SHELL-34, SHELL-39), `find` the same with a notice why it came (DEC-187); `ended` and `agreement` the same with the notice of S1.69 or of DEC-56, the session cleared;
 * anything else is the screen that is shown. A session that a path does not name stays (SHELL-33). `{guid}` is the reservation's own link of
 * that purpose, `{id}` a signature that nobody made.
 */
export const sessionStates = ['none', 'code', 'main', 'additional', 'precheckout', 'completed', 'blocked', 'expired'] as const
export type SessionState = (typeof sessionStates)[number]

const table = `
/                                 home        home        home              home              home                  home            agreement  ended
/{guid}                           reservation reservation reservation       reservation       reservation           reservation     agreement  reservation
/verify-code                      home        verify-code home              home              home                  home            agreement  ended
/reservation                      find        home        reservation       reservation       reservation           complete        agreement  ended
/verify-driver                    find        home        verify-driver     verify-driver     verify-driver         complete        agreement  ended
/driver-details                   find        home        driver-details    driver-details    driver-details        complete        agreement  ended
/driver-contact                   find        home        driver-contact    driver-contact    driver-contact        complete        agreement  ended
/driver-document                  find        home        driver-document   driver-document   driver-document       complete        agreement  ended
/driver-document-license          find        home        driver-document-license driver-document-license driver-document-license complete agreement ended
/additional-driver                find        home        additional-driver additional-driver additional-driver     complete        agreement  ended
/upselling                        find        home        upselling         upselling         upselling             complete        agreement  ended
/add-extras                       find        home        add-extras        add-extras        add-extras            complete        agreement  ended
/extras                           find        home        extras            extras            extras                complete        agreement  ended
/overview                         find        home        overview          overview          overview-precheckout  complete        agreement  ended
/reservation/{guid}/success       ended       ended       overview          overview          overview-precheckout  complete        agreement  ended
/reservation/{guid}/cancel        home        home        overview          overview          overview-precheckout  complete        agreement  ended
/precheckout/{guid}               precheckout precheckout precheckout       precheckout       precheckout           precheckout     agreement  precheckout
/precheckout                      find        home        reservation       reservation       precheckout           complete        agreement  ended
/precheckout/steps                find        home        reservation       reservation       precheckout-steps     complete        agreement  ended
/rental-agreement                 find        home        reservation       reservation       rental-agreement      complete        agreement  ended
/hand-over/{guid}                 hand-over   hand-over   hand-over         hand-over         hand-over             hand-over       hand-over  hand-over
/invitation/{guid}                invitation  invitation  invitation        invitation        invitation            invitation      invitation invitation
/verify/damages                   find        home        verify-damages    verify-damages    verify-damages        verify-damages  agreement  ended
/verify/km                        find        home        verify-km         verify-km         verify-km             verify-km       agreement  ended
/verify/fuel                      find        home        verify-fuel       verify-fuel       verify-fuel           verify-fuel     agreement  ended
/complete                         home        home        home              home              home                  complete        agreement  ended
/completed/signed/{guid}/{id}     complete-signed complete-signed complete-signed complete-signed complete-signed   complete-signed complete-signed complete-signed
/test/token                       test-token  test-token  test-token        test-token        test-token            test-token      agreement  ended
`

/** A cell of the table. */
export interface RouteCell {
  readonly path: string
  readonly state: SessionState
  readonly leadsTo: string
}

export const routeCells: readonly RouteCell[] = table.trim().split('\n').flatMap((line) => {
  const [path = '', ...cells] = line.split(/\s+/)
  return sessionStates.map((state, at) => ({ path, state, leadsTo: cells[at] ?? '' }))
})
