-- Work notices are sent in the name of an application, which has a number of its own.
alter table tenant.dingtalk add column agent_id bigint;

-- What DingTalk calls somebody in a company: asked for once, by the union id that was bound. Both are kept unreadable.
create table tenant.dingtalk_user (
  district_id int not null default tenant.current_district(),
  corp_id     text not null,
  union_hash  bytea not null,
  -- nothing: DingTalk knows nobody of that id in the company
  user_id     bytea,
  asked_at    timestamptz not null,
  primary key (district_id, corp_id, union_hash)
);
alter table tenant.dingtalk_user enable row level security;
alter table tenant.dingtalk_user force row level security;
create policy own_district on tenant.dingtalk_user using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.dingtalk_user to portal_app;
