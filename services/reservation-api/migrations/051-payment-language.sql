-- The provider's own pages, a bank's or a wallet's, are shown in the renter's language; null for payments of before, which follow the browser.
alter table payment_intent add column language text check (language in ('en', 'pt', 'fr'));
