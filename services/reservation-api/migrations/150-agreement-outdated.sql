-- An unsigned agreement whose printed facts are no longer true is withdrawn at the signature provider before anything follows it (DEC-108): a state of
-- its own, so that a killed process leaves nothing that could still be signed unseen. Additive: a server of the release before meets the new state
-- only for agreements whose rental changed while both releases run, and leaves them alone.
alter table rental_agreement drop constraint rental_agreement_state_check;
alter table rental_agreement add constraint rental_agreement_state_check
  check (state in ('holding', 'held', 'made', 'open', 'withdrawing', 'signed', 'refused', 'failed', 'declined', 'superseded'));

-- Since when the rental differs from the paper; kept with the superseded agreement, whose old link says so.
alter table rental_agreement add column outdated_at timestamptz;
-- The reservation's row version that was last compared with the paper; null for one that was never compared.
alter table rental_agreement add column seen_row_version integer;
-- The agreement in whose place this one was made by itself, with the same hold.
alter table rental_agreement add column renews uuid;
-- It was signed although the rental had changed: for people to look at.
alter table rental_agreement add column is_stale boolean not null default false;

drop index rental_agreement_due;
create index rental_agreement_due on rental_agreement (tenant_id, next_attempt_at) where state in ('holding', 'held', 'made', 'open', 'withdrawing');
-- Those that may still have to be compared with a changed rental; looked through every two seconds.
create index rental_agreement_unsigned on rental_agreement (tenant_id, reservation_id) where state in ('holding', 'held', 'made', 'open', 'refused', 'failed');
