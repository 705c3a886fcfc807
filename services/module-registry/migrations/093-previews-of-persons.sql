-- Who may open a preview, in a browser of his own (decision 0244): the persons of the token that made it. Additive, null for whoever may: links of before, and those of pipelines, which are nobody's own.
alter table pass add column persons jsonb;
