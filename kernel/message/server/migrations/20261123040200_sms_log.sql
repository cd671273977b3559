-- Resent after a failure: how often, so that the gateway can tell the attempts apart.
alter table tenant.message_delivery
  add column resends int not null default 0 check (resends >= 0),
  -- Hash of the last four digits of the number, to find an SMS by them.
  add column address_tail bytea;
-- the SMS of an organisation, newest first
create index message_delivery_org on tenant.message_delivery (district_id, org_id, at desc) where channel = 'sms';

-- An SMS that is no message: a code, a notice about the account, an invitation. The text has no code and no link.
create table tenant.account_sms (
  district_id  int not null default tenant.current_district(),
  at           timestamptz not null,
  id           uuid not null,
  person_id    uuid,
  title        text not null check (length(title) <= 200),
  -- Number of the recipient, encrypted, and the hash of its last four digits.
  address      bytea not null,
  address_tail bytea not null,
  status       text not null check (status in ('sent', 'failed')),
  reason       text not null default '' check (length(reason) <= 200),
  provider_id  text check (length(provider_id) <= 120),
  primary key (district_id, at, id)
) partition by range (at);
select tenant.wall('account_sms', 'select', 'insert', 'update');
select tenant.ensure_month_partitions('account_sms', (current_date - interval '3 months')::date, 17);

drop view tenant.v_sms;
-- The SMS log: deliveries with the title of their message, and SMS about accounts. A delivery that is being sent still
-- waits for its result.
create view tenant.v_sms with (security_invoker = true) as
  select d.district_id, d.id, d.at, d.person_id, d.org_id, d.address, d.address_tail, d.reason, d.delivered_at, d.resends,
         case d.status when 'sending' then 'waiting' else d.status end as status,
         coalesce(b.title, '') as title, 'message' as kind
  from tenant.message_delivery d
  left join tenant.message_batch b on b.district_id = d.district_id and b.at = d.at and b.id = d.batch_id
  where d.channel = 'sms'
  union all
  select a.district_id, a.id, a.at, a.person_id, null, a.address, a.address_tail, a.reason, null, 0, a.status, a.title,
         'account'
  from tenant.account_sms a;
grant select on tenant.v_sms to portal_app;
