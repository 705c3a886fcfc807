import pg from 'pg'

const send = Reflect.get<typeof pg.Client.prototype, 'query'>(pg.Client.prototype, 'query')

/** The statements that this process sends to PostgreSQL while work goes on, but for those that begin and end transactions. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = []
  pg.Client.prototype.query = new Proxy(send, {
    apply(original, client: pg.Client, asked: unknown[]): unknown {
      const [first] = asked as [string | { readonly text: string; readonly statements?: readonly { readonly text: string }[] }]
      const texts = typeof first === 'string' ? [first] : first.statements?.map(({ text }) => text) ?? [first.text]
      sent.push(...texts.filter((text) => !/^(begin|start|commit|rollback|set )/i.test(text)))
      return Reflect.apply(original, client, asked)
    },
  })
  try {
    await work()
  } finally {
    pg.Client.prototype.query = send
  }
  return sent
}
