-- An agreement is signed at the account that it was put before its renter with; null is the environment's. Additive, as with payments.

alter table rental_agreement add column sign_account_revision integer;
create index rental_agreement_sign_account on rental_agreement (tenant_id, sign_account_revision);
