-- Mails on rollout events end with the token that they were asked for with, and go no further than it does now (DEC-358). Null is a person of the identity provider, or the
-- token of the environment. Additive: a registry of the release before goes on by `reach` alone, and knows no end.
alter table mail_subscription add column token text;
update mail_subscription set token = access_token.label from access_token where access_token.label = mail_subscription.actor;
create index mail_subscription_token on mail_subscription (token);
