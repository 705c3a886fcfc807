-- Experiments of two settings of one version (DEC-361): what is set of the module in arm B, and, from the start on, in arm A; null where two versions are compared. The rollout that
-- brings B names the version that everybody has, and its settings stand here alone: what `pointer.rollouts` has is signed for sites as it is, and those of the release before refuse
-- what they do not know. Additive: a registry of the release before gives the sessions of B what everybody has as soon as it moves the tenant, and adds up both arms as one: start
-- such experiments when all are upgraded, and stop them before going back.
alter table experiment add column settings jsonb;
alter table experiment add column baseline_settings jsonb;
