-- How many of an included extra came with it: a renter may take more, which cost and come out of stock (DEC-97). What stands when this
-- is applied stays as it was agreed: nothing of it is charged afterwards.

alter table extra_line add column included_quantity integer not null default 0 check (included_quantity between 0 and 99);

-- The owner looks past the walls for a moment, to bring every tenant's lines along.
alter table extra_line no force row level security;
update extra_line set included_quantity = quantity where is_included;
alter table extra_line force row level security;
