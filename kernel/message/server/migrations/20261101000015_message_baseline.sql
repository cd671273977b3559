-- Content of a message, once for all recipients. The id begins with the time (see ids.ts), so that the partition is
-- known from the id.
create table tenant.message_batch (
  district_id  int not null default tenant.current_district(),
  at           timestamptz not null,
  id           uuid not null,
  template     text not null check (length(template) between 1 and 60),
  kind         text not null check (kind in ('todo', 'notice', 'alert')),
  title        text not null check (length(title) between 1 and 200),
  body         text not null check (length(body) <= 2000),
  -- A path of the application, or empty.
  url          text not null check (length(url) <= 500),
  -- The subject of the message. Several messages may have the same subject; its to-dos are closed together.
  subject_kind text not null check (length(subject_kind) between 1 and 60),
  subject_id   text not null check (length(subject_id) between 1 and 80),
  is_urgent    boolean not null,
  may_sms      boolean not null,
  due_at       timestamptz,
  -- To-dos only: closed; recipients added later need no copy.
  closed_at    timestamptz,
  primary key (district_id, at, id)
) partition by range (at);
-- open to-dos of a subject
create index message_batch_open on tenant.message_batch (district_id, subject_kind, subject_id)
  where kind = 'todo' and closed_at is null;
select tenant.ensure_month_partitions('message_batch', (current_date - interval '3 months')::date, 17);

-- A copy of a message for one person. The id is derived from batch and person, so that delivering twice changes
-- nothing.
create table tenant.message (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  batch_id    uuid not null,
  person_id   uuid not null,
  -- The unit concerned, one of the person's own.
  org_id      uuid,
  kind        text not null check (kind in ('todo', 'notice', 'alert')),
  read_at     timestamptz,
  done_at     timestamptz,
  removed_at  timestamptz,
  primary key (district_id, at, id)
) partition by range (at);
-- 我的消息, newest first, with index-only counts; also detects a repeated message within minutes
create index message_person on tenant.message (district_id, person_id, at desc, id desc)
  include (kind, read_at, done_at, removed_at);
-- counters: unread messages and open to-dos
create index message_waiting on tenant.message (district_id, person_id, at)
  where removed_at is null and done_at is null and (read_at is null or kind = 'todo');
-- open copies of a to-do
create index message_batch_copies on tenant.message (district_id, batch_id) where kind = 'todo' and done_at is null;
select tenant.ensure_month_partitions('message', (current_date - interval '3 months')::date, 17);

-- Delivery of a copy by an external channel, with its status.
create table tenant.message_delivery (
  district_id  int not null default tenant.current_district(),
  at           timestamptz not null,
  id           uuid not null,
  batch_id     uuid not null,
  message_id   uuid not null,
  person_id    uuid not null,
  org_id       uuid,
  channel      text not null check (channel in ('dingtalk', 'sms')),
  -- Number of the job that sends it.
  piece        int not null,
  status       text not null default 'waiting'
    check (status in ('waiting', 'sending', 'sent', 'delivered', 'failed', 'skipped')),
  -- Shown to people: why it was not sent.
  reason       text not null default '' check (length(reason) <= 200),
  -- Recipient address, encrypted: a number may change between sending and the receipt.
  address      bytea,
  -- Message id of the provider.
  provider_id  text check (length(provider_id) <= 120),
  tries        int not null default 0,
  next_at      timestamptz not null,
  taken_at     timestamptz,
  sent_at      timestamptz,
  delivered_at timestamptz,
  primary key (district_id, at, id)
) partition by range (at);
-- deliveries that a job has to send or to check
create index message_delivery_piece on tenant.message_delivery (district_id, batch_id, channel, piece, status);
-- 短信记录, newest first
create index message_delivery_sms on tenant.message_delivery (district_id, at desc, id desc) where channel = 'sms';
select tenant.ensure_month_partitions('message_delivery', (current_date - interval '3 months')::date, 17);

-- Notification preferences of a person. Without a row: all channels, but not at night.
create table tenant.message_setting (
  district_id       int not null default tenant.current_district(),
  person_id         uuid not null,
  -- Disabled kinds and channels, such as 'notice:sms'.
  switched_off      text[] not null default '{}',
  is_quiet_at_night boolean not null default true,
  updated_at        timestamptz not null,
  primary key (district_id, person_id)
);
-- returning to the defaults deletes the row
grant delete on tenant.message_setting to portal_app;

-- SMS used by a district in a month, and when its administrators were warned that few are left.
create table tenant.message_sms_month (
  district_id int not null default tenant.current_district(),
  month_on    date not null,
  used        int not null default 0 check (used >= 0),
  warned_at   timestamptz,
  primary key (district_id, month_on)
);

do $$
declare
  name text;
begin
  foreach name in array array['message_batch', 'message', 'message_delivery', 'message_setting', 'message_sms_month'] loop
    execute format('alter table tenant.%I enable row level security', name);
    execute format('alter table tenant.%I force row level security', name);
    execute format('create policy own_district on tenant.%I using (district_id = tenant.current_district())', name);
    execute format('grant select, insert, update on tenant.%I to portal_app', name);
  end loop;
end $$;
