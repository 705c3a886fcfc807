import { askedOfDatabase } from '@checkin/server/testing/asked-of-database'

/** The statements that this process sends to PostgreSQL while work goes on, but for those that begin and end transactions. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
  (await askedOfDatabase(work)).flat().filter((text) => !/^(begin|start|commit|rollback|set )/i.test(text))
