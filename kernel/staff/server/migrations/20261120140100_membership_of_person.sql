-- The memberships of a person; and the people of a list, counted from the index alone and in its order.
create index membership_of_person on tenant.membership (district_id, person_id) include (begins_on, over_on);
drop index tenant.membership_person;
