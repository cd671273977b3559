-- Each database of ours, before its first migration. Run once by a superuser, connected to it.
create extension if not exists ltree;
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists postgis;
-- Behind a row-level wall PostgreSQL looks into an index only by functions that are known to tell nothing of the rows
-- they are not shown. Whether one path lies below another is such a function; only a superuser may say so. Without it
-- every scope of a school walks through the whole district (measured at 500,000 nodes: 220 ms instead of 1 ms).
alter function ltree_isparent(ltree, ltree) leakproof;
alter function ltree_risparent(ltree, ltree) leakproof;
revoke all on schema public from public;
grant usage on schema public to public;
-- Whoever has an account on this cluster for something else, a supplier's reader for one, does not even get in.
do $$
begin
  execute format('revoke connect, temporary on database %I from public', current_database());
  execute format('grant connect on database %I to portal_app, portal_directory, portal_public', current_database());
end
$$;
