-- 工作交接 of a membership that ends, or of somebody who gets another post. The membership gives person, organisation
-- and department, so that they follow a merge of people.
create table tenant.handover_case (
  district_id   int not null default tenant.current_district(),
  id            uuid not null,
  membership_id uuid not null,
  reason        text not null check (reason in ('transfer', 'leave', 'retire', 'post')),
  -- The last day: dated work passes to the successor on the next one.
  due_on        date not null,
  status        text not null check (status in ('waiting', 'running', 'done', 'forced')),
  -- Encrypted, because people write about people.
  forced_reason bytea,
  -- Null: by the system.
  opened_by     uuid,
  opened_at     timestamptz not null,
  closed_by     uuid,
  closed_at     timestamptz,
  primary key (district_id, id),
  foreign key (district_id, membership_id) references tenant.membership (district_id, id),
  foreign key (district_id, opened_by) references tenant.person (district_id, id),
  foreign key (district_id, closed_by) references tenant.person (district_id, id),
  constraint handover_case_closed check ((status in ('done', 'forced')) = (closed_at is not null)),
  constraint handover_case_forced check ((status = 'forced') = (forced_reason is not null))
);
-- one open hand-over of a membership
create unique index handover_case_open on tenant.handover_case (district_id, membership_id)
  where status in ('waiting', 'running');
-- hand-overs of a membership, newest first
create index handover_case_membership on tenant.handover_case (district_id, membership_id, opened_at desc);
-- 工作交接, newest first
create index handover_case_list on tenant.handover_case (district_id, opened_at desc, id desc);
select tenant.wall('handover_case', 'select', 'insert', 'update');

-- One thing that is handed over; what it is belongs to the module that declares the responsibility.
create table tenant.handover_item (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  case_id      uuid not null,
  provider     text not null check (length(provider) between 1 and 60),
  ref          text not null check (length(ref) between 1 and 200),
  title        text not null check (length(title) <= 200),
  note         text not null check (length(note) <= 200),
  status       text not null check (status in ('open', 'handed', 'forced', 'settled')),
  to_member_id uuid,
  -- The first day on which the person is not responsible any more.
  from_on      date,
  done_at      timestamptz,
  primary key (district_id, id),
  constraint handover_item_once unique (district_id, case_id, provider, ref),
  foreign key (district_id, case_id) references tenant.handover_case (district_id, id),
  foreign key (district_id, to_member_id) references tenant.membership (district_id, id),
  constraint handover_item_handed check ((status = 'handed') = (to_member_id is not null))
);
-- what somebody received; foreign key check when a membership is deleted
create index handover_item_to on tenant.handover_item (district_id, to_member_id) where to_member_id is not null;
select tenant.wall('handover_item', 'select', 'insert', 'update');
