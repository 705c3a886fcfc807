import type { ExpressionBuilder, ExpressionWrapper, SqlBool, Transaction } from 'kysely'
import type { DocumentTables } from './document-tables.ts'

type Condition = (eb: ExpressionBuilder<DocumentTables, 'document_image'>) => ExpressionWrapper<DocumentTables, 'document_image', SqlBool>

/**
 * Destroys the keys of a tenant's pictures, and with them the pictures; their bytes follow with `clearRemains`.
 * The only way in which a picture's row goes: it notes what lies on the disk still, in the same statement. Answers their ids.
 */
export async function forgetPictures(transaction: Transaction<DocumentTables>, tenantId: string, which: Condition): Promise<readonly string[]> {
  const gone = await transaction
    .with('gone', (query) => query.deleteFrom('document_image').where('tenant_id', '=', tenantId).where(which).returning(['tenant_id', 'id']))
    .insertInto('document_remains').columns(['tenant_id', 'id'])
    .expression((query) => query.selectFrom('gone').select(['tenant_id', 'id']))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id').execute()
  return gone.map(({ id }) => id)
}
