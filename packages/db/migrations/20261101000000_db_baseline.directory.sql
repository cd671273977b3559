-- The directory: what must be unique over all districts, and where each district lives. No names of people, no plain
-- phone numbers, no ID numbers.
create schema directory;
grant usage on schema directory to portal_directory;
