-- A rollout's version is also compared by how long renters stay on its screens, how many complete check-in and how much they add (DEC-295, decision 0221).
-- Additive: a registry of the release before leaves it empty, and a comparison without it begins anew.
alter table verdict add column journeys jsonb;
