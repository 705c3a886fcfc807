-- A preview of settings keeps its draft for the browser that opens it (DEC-316, DEC-326). Additive: a registry of the release before shows the present settings.
alter table pass add column draft uuid;
