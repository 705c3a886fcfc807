import { execFileSync } from 'node:child_process'
import { port } from './addresses.ts'

/** Process ids of one of the product's services in the journeys' installation. */
function processIds(script: string): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return rows
    .filter((row) => row.trimEnd().endsWith(script))
    .map((row) => Number(row.trim().split(' ')[0]))
    .filter((pid) => execFileSync('cat', [`/proc/${pid}/environ`], { encoding: 'utf8' }).includes(`CHECKIN_PORT=${port}`))
}

/** Freezes a service so that it answers nobody, as a hung or cut-off machine does; answers how to let it go on. */
export async function stopService(script: string): Promise<() => Promise<void>> {
  const found = processIds(script)
  if (found.length === 0) throw new Error(`${script} does not run`)
  for (const pid of found) process.kill(pid, 'SIGSTOP')
  return async () => { for (const pid of found) process.kill(pid, 'SIGCONT') }
}
