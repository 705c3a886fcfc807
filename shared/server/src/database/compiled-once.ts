import { CompiledQuery, type Compilable, type QueryExecutorProvider } from 'kysely'

/** Stands for a value of a query while it is compiled. */
class Place {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

/**
 * A query that is asked with nearly every call: built and compiled at its first use, and from then on only given the values of each. `build` puts its values where
 * values of the query go and looks at none of them: it runs once, with others in their places.
 */
export function compiledOnce<Source extends QueryExecutorProvider, Values extends readonly unknown[], Row>(build: (database: Source, ...values: Values) => Compilable<Row>) {
  let compiled: Pick<CompiledQuery, 'sql' | 'parameters'> | null = null
  return (database: Source, ...values: Values): Compilable<Row> & { readonly execute: () => Promise<Row[]> } => {
    const compile = (): CompiledQuery<Row> => {
      compiled ??= build(database, ...values.map((_value, at) => new Place(at)) as unknown as Values).compile()
      return CompiledQuery.raw(compiled.sql, compiled.parameters.map((each) => (each instanceof Place ? values[each.at] : each)))
    }
    return { compile, execute: async () => (await database.getExecutor().executeQuery(compile())).rows }
  }
}
