-- What the company says of the places of pick-up and return: address, hours, where keys are handed over (DEC-185). Additive: null says nothing, as before.
alter table reservation add column check_out_station jsonb;
alter table reservation add column check_in_station jsonb;
