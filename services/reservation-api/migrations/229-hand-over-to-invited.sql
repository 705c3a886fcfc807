-- Pictures by phone may also go to the page of an invited driver, who has no session (DEC-240). Additive: a server of the release before finds no session behind
-- such a code and answers its phone that there is nothing.
alter table picture_hand_over alter session_id drop not null, add column invitation_id uuid,
  add foreign key (tenant_id, invitation_id) references driver_invitation (tenant_id, id) on delete cascade,
  add constraint picture_hand_over_one_page check (num_nonnulls(session_id, invitation_id) = 1);
create index picture_hand_over_invitation on picture_hand_over (tenant_id, invitation_id);
