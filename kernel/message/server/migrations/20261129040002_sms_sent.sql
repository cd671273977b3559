-- What changed since a moment: the figures of these days are counted again.
create index message_delivery_sent on tenant.message_delivery (district_id, sent_at) where channel = 'sms';
