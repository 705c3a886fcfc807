export { startPostgres, type Postgres, type PostgresOptions } from './start-postgres.ts'
export { copyCluster, hasCluster, placeCluster } from './copy-cluster.ts'
