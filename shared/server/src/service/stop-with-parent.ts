const lookAtParentEveryMs = 1000

/**
 * A process that another one started for itself (`CHECKIN_STOP_WITH_PARENT=1`) must not outlive it, even when that one was killed and could say nothing:
 * `end` is called once the parent is gone. Without the setting nothing happens.
 */
export function stopWithParent(end: () => void): void {
  if (process.env['CHECKIN_STOP_WITH_PARENT'] !== '1') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, lookAtParentEveryMs)
  timer.unref()
}
