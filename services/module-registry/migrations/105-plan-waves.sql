-- Plans that go through their steps wave by wave (DEC-353). Additive: `hosts` stays who goes through the steps now, so a registry of the release before moves nobody of a
-- later wave; it ends such a plan after the present one.
alter table plan
  add column waves jsonb,
  add column wave int not null default 0,
  add column rolled_back boolean not null default false;
