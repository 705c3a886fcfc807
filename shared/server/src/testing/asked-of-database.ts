import pg from 'pg'

const send = Reflect.get<typeof pg.Client.prototype, 'query'>(pg.Client.prototype, 'query')

/** What this process asks of PostgreSQL while work goes on: for each round trip the texts of its statements, of which a series has several. */
export async function askedOfDatabase(work: () => Promise<unknown>): Promise<readonly (readonly string[])[]> {
  const asked: (readonly string[])[] = []
  pg.Client.prototype.query = new Proxy(send, {
    apply(original, client: pg.Client, args: unknown[]): unknown {
      const [first] = args as [string | { readonly text: string; readonly statements?: readonly { readonly text: string }[] }]
      asked.push(typeof first === 'string' ? [first] : first.statements?.map(({ text }) => text) ?? [first.text])
      return Reflect.apply(original, client, args)
    },
  })
  try {
    await work()
  } finally {
    pg.Client.prototype.query = send
  }
  return asked
}
