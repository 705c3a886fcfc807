-- Where the booking came from (`direct`, `broker`, `corporate`): rules of a rollout may ask for it. Null where the company does not say.
alter table reservation add column source text check (source ~ '^[a-z0-9-]{1,30}$');
