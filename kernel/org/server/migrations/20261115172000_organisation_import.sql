-- An import that is taken back takes along what it had made, as if it had never been: nobody has used it yet.
grant delete on tenant.organisation to portal_app;
grant delete on tenant.organisation_history to portal_app;

-- whether anything stood below an organisation that is to be removed, or went up in it: asked for each by its foreign keys
create index organisation_under on tenant.organisation (district_id, parent_id);
create index organisation_merged on tenant.organisation (district_id, merged_to) where merged_to is not null;
