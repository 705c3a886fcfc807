import { addPasskey, askForPasskey, beginPasskey, confirmByPasskey, listPasskeys, resetPasskeys, revokePasskey } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { changeView } from '../../changes/change-view.ts'
import type { Registry } from '../../registry.ts'
import { type Actor, isAdministrator, personOf } from '../actor.ts'
import { sessionView } from '../console-sessions.ts'
import { assertionOptions, registeredCredential, registrationOptions, signedCounter } from './authenticator.ts'
import { keepChallenge, takeChallenge } from './challenges.ts'
import * as passkeys from './passkey-changes.ts'
import { livePasskeys, mayBegin } from './second-factor.ts'

const needed = () => new ServiceError(401, 'PasskeyNeeded', 'Confirm by your passkey first')
const resetNeeded = () => new ServiceError(403, 'ResetNeeded', 'Your passkeys were revoked: two administrators have to reset them')

/** Passkeys: the second factor of who signs in at the console with a token. */
export function passkeyRoutes({ serve, database, secondFactor: factor, clock, change: changing, changeOf }: Registry): void {
  const { kysely } = database

  /** The session of a call that a token opened. Throws 404 NoSession, 409 SecondFactorOff. */
  const requireSession = ({ session }: Actor) => {
    // The identity provider has the second factor of its own people.
    if (!session?.isByToken) throw new ServiceError(404, 'NoSession', 'There is no session that was opened with a token')
    if (factor.mode === 'off') throw new ServiceError(409, 'SecondFactorOff', 'This installation asks for no passkeys')
    return session
  }
  const presentOf = async (actor: Actor) => (await livePasskeys(kysely, personOf(actor)).execute())
    .map((row) => ({ id: row.id, credentialId: row.credential_id, publicKey: row.public_key, counter: row.counter, transports: row.transports }))

  /** Throws 401 PasskeyNeeded, 403 ResetNeeded where a token is not enough to register a passkey. */
  const requireMayAdd = async (actor: Actor, isConfirmed: boolean): Promise<void> => {
    if (isConfirmed || await mayBegin(kysely, personOf(actor), clock())) return
    throw (await presentOf(actor)).length > 0 ? needed() : resetNeeded()
  }

  serve(beginPasskey, async ({ actor }) => {
    const { id, isConfirmed } = requireSession(actor)
    await requireMayAdd(actor, isConfirmed)
    const options = await registrationOptions(factor, actor.label, await presentOf(actor))
    await keepChallenge(database, id, 'register', options.challenge, clock())
    return { options: { ...options } }
  })

  serve(addPasskey, async ({ body: { name, response, hash }, actor }) => {
    const { id, isConfirmed } = requireSession(actor)
    await requireMayAdd(actor, isConfirmed)
    const credential = await registeredCredential(factor, await takeChallenge(database, id, 'register', clock()), response)
    return passkeys.passkeyView(await changeOf('operators', (change) => passkeys.addPasskey(change, actor, { name, credential, confirmed: { session: id, hash }, isConfirmed })), actor)
  })

  serve(askForPasskey, async ({ actor }) => {
    const { id } = requireSession(actor)
    const present = await presentOf(actor)
    if (present.length === 0) throw resetNeeded()
    const options = await assertionOptions(factor, present)
    await keepChallenge(database, id, 'confirm', options.challenge, clock())
    return { options: { ...options } }
  })

  serve(confirmByPasskey, async ({ body: { response, hash }, actor }) => {
    const { id } = requireSession(actor)
    const challenge = await takeChallenge(database, id, 'confirm', clock())
    const passkey = (await presentOf(actor)).find(({ credentialId }) => credentialId === response.id)
    if (!passkey) throw new ServiceError(403, 'PasskeyRefused', 'This passkey does not confirm you here; try again')
    const counter = await signedCounter(factor, challenge, passkey, response)
    await changeOf('operators', (change) => passkeys.confirmSession(change, actor, passkey.id, counter, { session: id, hash })).catch(async (error: unknown) => {
      if (error instanceof ServiceError && error.code === 'PasskeyCopied') await changeOf('operators', (change) => passkeys.recordCopy(change, actor, passkey.id))
      throw error
    })
    const row = await kysely.selectFrom('console_session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return sessionView({ ...row, role: actor.role, hosts: actor.hosts && [...actor.hosts] }, id)
  })

  serve(listPasskeys, async ({ actor }) => ({
    passkeys: (await passkeys.passkeysOf(kysely, isAdministrator(actor) ? null : personOf(actor))).map((row) => passkeys.passkeyView(row, actor)), secondFactor: factor.mode,
  }))

  serve(revokePasskey, async ({ params: { id }, query: { reason }, actor }) =>
    passkeys.passkeyView(await changeOf('operators', (change) => passkeys.endPasskey(change, id, { actor, mayEndAll: isAdministrator(actor), reason })), actor))

  serve(resetPasskeys, async ({ body: { person, reason }, actor, reply }) => {
    const id = await changing((change) => passkeys.proposeReset(change, person, reason, actor))
    void reply.code(202)
    return { change: await changeView(kysely, id, actor) }
  })
}
