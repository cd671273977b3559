-- Whether a guardian has said something: asked, by us and by the foreign key, whenever a line of the roster is removed.
create index consent_link on tenant.consent (district_id, link_id) where link_id is not null;
