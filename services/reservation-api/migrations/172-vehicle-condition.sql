-- What the company knows of the car that it hands over, for the renter to compare (DEC-131). Additive: null says nothing, as before.
alter table reservation add column condition jsonb;
