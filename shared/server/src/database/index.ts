export { anyOf } from './any-of.ts'
export { openDatabase, type Database, type DatabaseOptions } from './open-database.ts'
export { migrate, type MigrationOptions } from './migrations.ts'
export { type Transaction } from './transactions.ts'
