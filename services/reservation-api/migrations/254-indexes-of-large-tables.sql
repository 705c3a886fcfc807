-- With millions of reservations these questions read every row of a tenant, or of all (decision 0287). Only indexes, so a server of the release before goes on as it did.
-- Building them keeps writers waiting, the longer the more reservations there are: a large installation builds the same concurrently beforehand (docs/operations.md,
-- "Indexes of large tables"), and then nothing is left to do here.

-- The agreements of a reservation; what refers to a paper that is destroyed; the renter who comes back by the address of a request that was asked anew.
create index if not exists rental_agreement_reservation on rental_agreement (tenant_id, reservation_id);
create index if not exists rental_agreement_paper on rental_agreement (tenant_id, paper_id) where paper_id is not null;
create index if not exists rental_agreement_signed_paper on rental_agreement (tenant_id, signed_paper_id) where signed_paper_id is not null;
create index if not exists rental_agreement_former_return on rental_agreement (tenant_id, former_return_hash) where former_return_hash is not null;

-- What may need a person: asked at each look of an operator.
create index if not exists rental_agreement_attention on rental_agreement (tenant_id) where state in ('failed', 'open', 'withdrawing') or is_stale;
create index if not exists payment_intent_attention on payment_intent (tenant_id) where state = 'sent' or renews is not null or (state = 'authorised' and hold_warned_at is not null);
create index if not exists mail_outbox_attention on mail_outbox (tenant_id) where state in ('failed', 'queued');

-- Holds by their end, and what renews them; accounts of payments that are under way.
create index if not exists payment_intent_held on payment_intent (tenant_id, capture_before) where state = 'authorised';
create index if not exists payment_intent_renews on payment_intent (tenant_id, renews) where renews is not null;
create index if not exists payment_intent_open on payment_intent (tenant_id, provider, account_revision) where state in ('created', 'sent', 'awaiting');

-- Drivers of before personal data was sealed: sealed ones are found by their hashes.
create index if not exists driver_unsealed on driver (tenant_id) where sealed is null;

-- Lists of what the company still has to do with, without those that are erased, which are most after some years.
create index if not exists reservation_kept_by_pick_up on reservation (tenant_id, check_out_at, id) where erased_at is null;
create index if not exists reservation_open_by_pick_up on reservation (tenant_id, check_out_at, id) where erased_at is null and not has_rental_agreement and not is_completed;

-- How often a version of a document was agreed to.
create index if not exists terms_acceptance_document_of on terms_acceptance_document (tenant_id, tag, language, valid_from);
