-- Companies may have accounts for passes of wallets (DEC-233, DEC-234). Additive: a server of the release before knows neither kind and asks for none.
alter table provider_account drop constraint provider_account_kind_check;
alter table provider_account add constraint provider_account_kind_check check (kind in ('card', 'wallet', 'sign', 'mail', 'events', 'sms', 'apple-wallet', 'google-wallet'));
