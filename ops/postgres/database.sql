-- Prepares each database before its first migration. Run once by a superuser, connected to it.
create extension if not exists ltree;
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists postgis;
-- With row-level security PostgreSQL uses an index only for leakproof functions, and only a superuser may mark them.
-- Comparing ltree paths reveals nothing about other rows. Without the mark every query in the scope of a school scans
-- the whole district (measured at 500,000 nodes: 220 ms instead of 1 ms).
alter function ltree_isparent(ltree, ltree) leakproof;
alter function ltree_risparent(ltree, ltree) leakproof;
-- Every policy reads the district with it. PostgreSQL counts a function as one comparison; this one takes as long as
-- thirty, so that reading a whole table is quicker only in theory (measured among 4,050 pupils: the list of a school in
-- 5 ms instead of 1.5).
alter function pg_catalog.current_setting(text, boolean) cost 20;
revoke all on schema public from public;
grant usage on schema public to public;
-- Other roles of this cluster, for example a supplier's reader, cannot connect at all.
do $$
begin
  execute format('revoke connect, temporary on database %I from public', current_database());
  execute format('grant connect on database %I to portal_app, portal_directory, portal_public', current_database());
end
$$;
