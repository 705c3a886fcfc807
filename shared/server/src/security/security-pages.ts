import { securityEvents } from './security-events.ts'

const runbook = (name: string): string => name.replaceAll('.', '')

/** docs/security-events.md, made from the catalogue. */
export function securityEventsPage(): string {
  return `# Security events

Made from \`shared/server/src/security/security-events.ts\` (\`npm run check -- --write\`). Every service writes a line of JSON for each of these, beside the line of the call, and counts it as \`checkin_security_events_total{event,service}\`. The alarms are rules for Prometheus in \`deploy/prometheus/security-alerts.yml\`; they ring at so many events within ten minutes, over all servers.

A line has \`event.name\`, \`severityNumber\` (9 INFO, 13 WARN, 17 ERROR), \`service.name\`, \`http.request.method\`, \`http.route\` (the pattern), \`http.response.status_code\`, \`error.type\` (the code of a refusal), \`network.peer.address\` (the /24 or /48 of who connected: behind a site server that server), \`requestId\` and, for a renter's call, \`checkin.tenant.id\`; of work that gave up \`checkin.work\`, its name. Nothing personal is in it: no name, address, reference, code or token. A log level above \`info\` leaves events of a lower level out of the log, not out of the counter.

${securityEvents.map(({ name, service, severity, isWork, call, refusedWith, meaning, whatToDo, alarmFrom }) => `## ${name}
${meaning} ${service === 'any' ? 'From every service' : `From ${service}`}, level ${severity}${call === undefined ? '' : `, at \`${call}\``}${isWork ? ', in its own work' : ''}${refusedWith ? `, refused with ${refusedWith.map((code) => `\`${code}\``).join(' or ')}` : ''}. ${alarmFrom === undefined ? 'No alarm.' : `Alarm from ${alarmFrom}.`}

${whatToDo}
`).join('\n')}`
}

/** Rules for Prometheus, one for each event that has an alarm. */
export function securityAlerts(): string {
  const rules = securityEvents.flatMap(({ name, severity, alarmFrom, meaning }) => (alarmFrom === undefined ? [] : [`      - alert: ${name.split(/[.-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}
        expr: sum(increase(checkin_security_events_total{event="${name}"}[10m])) >= ${alarmFrom === 1 ? '0.5' : alarmFrom}
        labels:
          severity: ${severity === 'error' ? 'critical' : 'warning'}
        annotations:
          summary: ${JSON.stringify(meaning)}
          runbook: docs/security-events.md#${runbook(name)}
`]))
  return `# Made from shared/server/src/security/security-events.ts: npm run check -- --write
groups:
  - name: checkin-security-events
    rules:
${rules.join('')}`
}
