-- The second line of a request in lists: the days of a leave, the amount of a purchase.
alter table tenant.flow_instance add column brief text not null default '' check (length(brief) <= 200);
-- 本单位的审批, newest first
create index flow_instance_submitted on tenant.flow_instance (district_id, submitted_at desc, id desc);
