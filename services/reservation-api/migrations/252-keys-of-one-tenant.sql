-- Every key begins with the tenant, so that tenants can be spread over servers (decision 0284). A return address is looked for within its tenant, as it always was.
-- The two foreign keys to papers emptied their columns when a paper went, which Citus refuses; from now on whoever deletes papers empties them first. A server of
-- the release before deletes papers only: what it leaves names a paper that is gone, and no reader shows that.
-- loosens: rental_agreement_tenant_id_paper_id_fkey, tested in services/reservation-api/test/deleted-documents.test.ts
-- loosens: rental_agreement_tenant_id_signed_paper_id_fkey, tested in services/reservation-api/test/deleted-documents.test.ts
alter table rental_agreement
  drop constraint rental_agreement_return_token_hash_key,
  add constraint rental_agreement_return_token_hash_key unique (tenant_id, return_token_hash),
  drop constraint rental_agreement_tenant_id_paper_id_fkey,
  drop constraint rental_agreement_tenant_id_signed_paper_id_fkey;
