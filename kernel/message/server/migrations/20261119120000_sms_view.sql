-- The SMS log: a delivery with the title of its message. A delivery that is being sent still waits for its result.
create view tenant.v_sms with (security_invoker = true) as
  select d.district_id, d.id, d.at, d.person_id, d.org_id, d.address, d.reason, d.delivered_at,
         case d.status when 'sending' then 'waiting' else d.status end as status,
         coalesce(b.title, '') as title
  from tenant.message_delivery d
  left join tenant.message_batch b on b.district_id = d.district_id and b.at = d.at and b.id = d.batch_id
  where d.channel = 'sms';
grant select on tenant.v_sms to portal_app;
