-- The second wall behind the tenant in every query: without app.tenant no row is seen or written, also by the owner of the tables.

do $$
declare
  name text;
begin
  foreach name in array array['reservation', 'driver', 'extra_line', 'upgrade_offer', 'saved_card', 'fleet_event_counter', 'fleet_event', 'offer_answer'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I using (tenant_id = current_setting(''app.tenant'', true))', name || '_tenant', name);
  end loop;
end
$$;
