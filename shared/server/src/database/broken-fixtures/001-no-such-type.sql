create table lost (id no_such_type);
