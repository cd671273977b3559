-- An import that is taken back takes its places with it.
grant delete on tenant.membership to portal_app;
grant delete on tenant.staff_file to portal_app;

-- whether anything refers to a place that is to be removed
create index staff_field_change_place on tenant.staff_field_change (district_id, membership_id) where membership_id is not null;
