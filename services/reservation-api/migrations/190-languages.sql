-- More languages than English, Portuguese and French, each tenant's own choice (DEC-112). What is stored is any language code: the list of languages has its
-- one home in the code, and a server of the release before reads these rows as it did, as long as no tenant has a new language.
alter table mail_outbox drop constraint mail_outbox_language_check;
alter table mail_outbox add constraint mail_outbox_language_check check (language ~ '^[a-z]{2}$');
alter table payment_intent drop constraint payment_intent_language_check;
alter table payment_intent add constraint payment_intent_language_check check (language ~ '^[a-z]{2}$');
alter table paper drop constraint paper_language_check;
alter table paper add constraint paper_language_check check (language ~ '^[a-z]{2}$');
alter table rental_agreement drop constraint rental_agreement_language_check;
alter table rental_agreement add constraint rental_agreement_language_check check (language ~ '^[a-z]{2}$');
