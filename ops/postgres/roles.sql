-- The four roles of the portal, on every cluster (the directory's and each cell's). Run once by a superuser.
-- None of them is a superuser or may bypass row-level security. Each has its own password:
-- psql -v portal_owner_password=… -v portal_app_password=… -v portal_directory_password=… -v portal_public_password=…
create role portal_owner     login password :'portal_owner_password' nosuperuser nocreatedb nocreaterole nobypassrls;
create role portal_app       login password :'portal_app_password' nosuperuser nocreatedb nocreaterole nobypassrls;
create role portal_directory login password :'portal_directory_password' nosuperuser nocreatedb nocreaterole nobypassrls;
create role portal_public    login password :'portal_public_password' nosuperuser nocreatedb nocreaterole nobypassrls;

-- Our SQL uses names without a schema: the search path of the role finds them.
alter role portal_owner     set search_path = tenant, reference, directory, public;
alter role portal_app       set search_path = tenant, reference, public;
alter role portal_directory set search_path = directory, public;
alter role portal_public    set search_path = pub;

-- Requests must not take longer; longer work runs in a job, which raises its own limit.
alter role portal_app       set statement_timeout = '10s';
alter role portal_directory set statement_timeout = '10s';
alter role portal_public    set statement_timeout = '5s';
alter role portal_app       set idle_in_transaction_session_timeout = '5s';
alter role portal_directory set idle_in_transaction_session_timeout = '5s';
alter role portal_public    set idle_in_transaction_session_timeout = '5s';
