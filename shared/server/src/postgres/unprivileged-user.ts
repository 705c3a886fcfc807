import { stat } from 'node:fs/promises'
import { runProgram, type SystemUser } from './run-program.ts'

/**
 * The user that PostgreSQL runs as: nobody else than ourselves, unless we are root, which PostgreSQL refuses.
 * An existing cluster keeps its owner; otherwise `postgres`, otherwise a user made for it, otherwise `nobody`.
 */
export async function unprivilegedUser(clusterFolder: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(clusterFolder).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return await userNamed('postgres') ?? await userNamed('checkin-db') ?? await madeUser('checkin-db')
    ?? await userNamed('nobody') ?? { uid: 65_534, gid: 65_534 }
}

async function userNamed(name: string): Promise<SystemUser | null> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => {
    const result = await runProgram('id', [flag, name], null).catch(() => null)
    return result?.exitCode === 0 ? Number(result.output.trim()) : Number.NaN
  }))
  return uid && gid ? { uid, gid } : null
}

async function madeUser(name: string): Promise<SystemUser | null> {
  const result = await runProgram('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name], null).catch(() => null)
  return result?.exitCode === 0 ? userNamed(name) : null
}
