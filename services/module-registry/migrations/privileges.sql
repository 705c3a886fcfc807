-- What the role that the registry works as may not do, applied after new migrations and after a restore (decisions 0129, 0169).

-- Only ever added to.
revoke update, delete, truncate on audit, log_node, log_origin, attestation from checkin_app;
