-- Each database of ours, before its first migration. Run once by a superuser, connected to it.
create extension if not exists ltree;
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists postgis;
revoke all on schema public from public;
grant usage on schema public to public;
