-- What is left of an extra at a station. Reservations share it, so it stands beside them and not in their lines: the last child seat of
-- Faro is the same seat in every reservation that starts there.

create table extra_stock (
  tenant_id text not null,
  -- The pick-up place, as reservations name it.
  place text not null,
  extra_id text not null,
  units_left integer not null check (units_left >= 0),
  primary key (tenant_id, place, extra_id)
);

-- The owner looks past the walls for a moment, to bring every tenant's numbers along.
alter table extra_line no force row level security;
alter table reservation no force row level security;
insert into extra_stock (tenant_id, place, extra_id, units_left)
  select line.tenant_id, reservation.check_out_place, line.extra_id, min(line.stock_left)
  from extra_line line join reservation on reservation.tenant_id = line.tenant_id and reservation.id = line.reservation_id
  where line.stock_left is not null
  group by 1, 2, 3;
alter table extra_line force row level security;
alter table reservation force row level security;
alter table extra_line drop column stock_left;

alter table extra_stock enable row level security;
alter table extra_stock force row level security;
create policy extra_stock_tenant on extra_stock using (tenant_id = current_setting('app.tenant', true));
