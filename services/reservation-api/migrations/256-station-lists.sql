-- A company's list of one station's reservations read all of the company (decision 0287). Only an index, which a large installation builds concurrently
-- beforehand (docs/operations.md, "Indexes of large tables").
create index if not exists reservation_of_station_by_pick_up on reservation (tenant_id, check_out_place, check_out_at, id);
