-- Each reading of a picture or a paper by the company's system is written down as that of everything already is (API-82, API-83): what was read, by which token, when.
-- Additive: a server of the release before writes readings of everything, which is what the default says.
alter table personal_data_reading add column kind text not null default 'everything' check (kind in ('everything', 'picture', 'paper')),
  add column item text,
  add check ((kind = 'everything') = (item is null));
create index personal_data_reading_by_time on personal_data_reading (tenant_id, read_at, id);
