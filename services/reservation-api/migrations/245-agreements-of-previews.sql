-- An agreement that was begun at a tenant's origin for previews (DEC-299): its renter comes back there from signing. Additive: a server of the release before asks for signatures that lead to the tenant's own address.
alter table rental_agreement add column is_preview boolean not null default false;
