-- Tokens of applications for the open interfaces. A token is valid as long as its secret is, and two hours at most.
create table tenant.app_token (
  district_id int not null default tenant.current_district(),
  -- SHA-256 of the random token.
  token_hash  bytea not null,
  app_key     text not null,
  secret_id   uuid not null,
  issued_at   timestamptz not null,
  expires_at  timestamptz not null,
  primary key (district_id, token_hash),
  foreign key (district_id, app_key) references tenant.application (district_id, key),
  foreign key (district_id, secret_id) references tenant.app_secret (district_id, id)
);
-- nightly cleanup
create index app_token_expires on tenant.app_token (district_id, expires_at);
-- tokens of a secret
create index app_token_secret on tenant.app_token (district_id, secret_id);
-- tokens of an application
create index app_token_app on tenant.app_token (district_id, app_key);
select tenant.wall('app_token', 'select', 'insert', 'delete');
