-- Changes that one person made alone, by the tenants that they reached: what somebody changes one by one counts together. Kept for a day.

create table single_handed_change (
  host text not null,
  at timestamptz not null,
  -- Names of the identity (decision 0114), in small letters.
  persons text[] not null,
  behind text[] not null
);
create index single_handed_change_by_time on single_handed_change (at);

-- A plan by which tenants follow a label, a range or the default: they go on following when it has ended.
alter table plan add column follows boolean not null default false;

-- Who moved a label or a default, for the second person that its followers may need. Null is a move of before.
alter table module_label add column moved_by_identity jsonb;
alter table default_wish add column changed_by_identity jsonb;
