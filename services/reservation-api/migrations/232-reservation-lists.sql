-- The company's system lists reservations by pick-up and asks for what changed (API-80): both without reading all of them. Additive: a server of the release before
-- does not ask.
create index reservation_by_pick_up on reservation (tenant_id, check_out_at, id);
create index reservation_changed on reservation (tenant_id, updated_at);
