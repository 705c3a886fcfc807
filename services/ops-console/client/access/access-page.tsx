import { useOperator } from '../api/session.ts'
import { PageHead } from '../frame/page-head.tsx'
import { FleetTokens } from './fleet-tokens.tsx'
import { Passkeys } from './passkeys.tsx'
import { PublisherKeys } from './publisher-keys.tsx'
import { Sessions } from './sessions.tsx'
import { SignedLinks } from './signed-links.tsx'
import { Tokens } from './tokens.tsx'

/** Everything that lets somebody in, with who gave it and until when it holds: listed, rotated, revoked (DEC-143). The registry decides who may. */
export function AccessPage() {
  const operator = useOperator().data
  const mayEnd = operator?.role === 'operator' || operator?.role === 'approver'
  // What belongs to everybody is out of reach for who is limited to tenants.
  const mayEndAll = mayEnd && operator.hosts === null
  return (
    <>
      <PageHead title="Access" lead="Who is signed in, tokens, keys and links, and who gave them" />
      <Sessions mayEnd={mayEndAll} />
      <Passkeys mayEnd={mayEndAll} />
      <Tokens mayEnd={mayEndAll} />
      <PublisherKeys mayEnd={mayEndAll} />
      <FleetTokens mayChange={operator?.role === 'operator'} />
      <SignedLinks mayEnd={mayEnd} />
    </>
  )
}
