-- Support finds a reservation by what a renter tells it, and each look is written down beside the readings of the company's system (DEC-328). A surname is compared as a
-- person would: without case, accents, spaces and signs. Additive: a server of the release before reads such rows as any other.
alter table personal_data_reading drop constraint personal_data_reading_kind_check;
alter table personal_data_reading add constraint personal_data_reading_kind_check check (kind in ('everything', 'picture', 'paper', 'support'));

create function surname_key(surname text) returns text language sql immutable strict parallel safe
  as $$ select regexp_replace(lower(normalize(surname, NFD)), '[\u0300-\u036f[:space:][:punct:]’]', '', 'g') $$;
create index reservation_surname_key on reservation (tenant_id, surname_key(customer_surname));
create index driver_surname_key on driver (tenant_id, surname_key(surname));
create index reservation_email on reservation (tenant_id, lower(customer_email));
