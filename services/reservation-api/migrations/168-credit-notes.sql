-- A credit note for each refund is a document of its own kind (DEC-125). Additive: a server of the release before makes none.
alter table paper drop constraint paper_kind_check;
alter table paper add constraint paper_kind_check check (kind in ('receipt', 'agreement', 'signed-agreement', 'credit-note'));
