-- What the role that the registry works as may not do, applied after new migrations and after a restore (decisions 0129, 0169).

-- Only ever added to.
revoke update, delete, truncate on audit, log_node, log_origin, attestation from checkin_app;
-- What waits for its number is added and, once it has one, taken away (decision 0291).
revoke update, truncate on audit_waiting from checkin_app;
