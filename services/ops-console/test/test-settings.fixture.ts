import type { ConsoleSettings } from '../src/settings.ts'

/** Settings of a console under test, as a demo has them: pages in `pages`, any free port, nobody's identity provider. */
export const testSettings = (pages: string, more: Partial<ConsoleSettings> = {}): Omit<ConsoleSettings, 'upstreams'> => ({
  port: 0, listenOn: '127.0.0.1', names: ['ops.localhost'], secret: 'a secret of this test', adminToken: 'the-admin-token', demo: true, hstsSubdomains: true, trustProxy: false, openId: null, pages, ...more,
})
