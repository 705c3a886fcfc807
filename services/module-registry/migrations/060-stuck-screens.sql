-- A rollout's version is also compared by the screens that its renters reach and do not leave: one running comparison per screen.
-- Rows of an earlier registry have none; one that runs beside this one leaves the column as it is.
alter table verdict add column screens jsonb not null default '[]';
