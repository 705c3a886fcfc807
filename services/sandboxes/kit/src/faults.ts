import type { FastifyReply } from 'fastify'

/** Ways in which an answer does not arrive as one. */
const badAnswers = ['busy', 'error', 'garbage', 'html', 'drop', 'silent', 'slow-body'] as const
export type BadAnswer = (typeof badAnswers)[number]

/** The bad answer that a fault such as `drop-before` or `silent-after` ends in; null for a fault that is answered properly. */
export const badAnswerOf = (fault: string): BadAnswer | null => badAnswers.find((each) => fault.replace(/-(before|after)$/, '') === each) ?? null

/** Answers as a busy provider, a broken network or a broken proxy would; what was done stays as it is. */
export function answerBadly(reply: FastifyReply, how: BadAnswer, body = '', error: object = { success: false }): FastifyReply {
  switch (how) {
    case 'busy': return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>')
    case 'error': return reply.code(500).send(error)
    case 'garbage': return reply.type('application/json').send(body.slice(0, Math.floor(body.length / 2)))
    case 'html': return reply.type('text/html').send('<!doctype html><title>Welcome</title>')
    case 'drop':
      reply.hijack()
      reply.raw.destroy()
      return reply
    case 'silent': return reply.hijack()
    case 'slow-body': {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'application/json' })
      let sent = 0
      const timer = setInterval(() => {
        reply.raw.write(body.charAt(sent))
        sent += 1
        if (sent >= body.length) { clearInterval(timer); reply.raw.end() }
      }, 250)
      timer.unref()
      reply.raw.on('close', () => { clearInterval(timer) })
      return reply
    }
  }
}

/** The first rule that fits, and the rules that are left once it was used; a rule holds for so many `times`. */
export function takeRule<Rule extends { readonly times: number }>(rules: readonly Rule[], fits: (rule: Rule) => boolean): { readonly rule: Rule | null; readonly left: readonly Rule[] } {
  const rule = rules.find(fits) ?? null
  return { rule, left: rules.flatMap((each) => (each !== rule ? [each] : each.times > 1 ? [{ ...each, times: each.times - 1 }] : [])) }
}
