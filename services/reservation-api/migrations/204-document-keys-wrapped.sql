-- With which key a tenant's key of pictures and documents is wrapped (decision 0190); none is CHECKIN_DOCUMENT_KEY itself, as all were until now. Additive: only
-- `checkin keys rotate`, and a tenant that is new where there is a file of keys, write it, and both ask that every server is of this release.
alter table document_tenant_key add column wrapped_with text;
