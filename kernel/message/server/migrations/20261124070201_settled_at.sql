-- When a delivery was known to have arrived or failed: late receipts and messages held overnight count then.
alter table tenant.message_delivery add column settled_at timestamptz;
-- the SMS of the last minutes that arrived or failed
create index message_delivery_settled on tenant.message_delivery (district_id, settled_at) where channel = 'sms';
