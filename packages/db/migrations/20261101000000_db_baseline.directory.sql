-- Directory: what must be unique over all districts, and the cell of each district. No names, plain phone numbers or ID
-- numbers.
create schema directory;
grant usage on schema directory to portal_directory;
