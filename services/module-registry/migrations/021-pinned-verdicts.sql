-- Versions that everybody has are watched too; nothing takes them back, so a verdict about them only tells.
alter table verdict drop constraint verdict_outcome_check;
alter table verdict add constraint verdict_outcome_check check (outcome in ('open', 'bad', 'risen'));
