import type { FastifyReply } from 'fastify'

/** Ways in which an answer does not arrive as one. */
export type BadAnswer = 'silent' | 'drop' | 'error' | 'garbage' | 'html' | 'slow-body'

/** Answers as a broken network or a broken proxy would; the transaction itself is as it is. */
export function sendBadly(reply: FastifyReply, how: BadAnswer, body: string): FastifyReply {
  switch (how) {
    case 'error': return reply.code(500).type('application/json').send('{"success":false}')
    case 'garbage': return reply.type('application/json').send(body.slice(0, Math.floor(body.length / 2)))
    case 'html': return reply.type('text/html').send('<!doctype html><title>Welcome</title>')
    case 'drop': {
      reply.hijack()
      reply.raw.destroy()
      return reply
    }
    case 'silent': {
      reply.hijack()
      return reply
    }
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
