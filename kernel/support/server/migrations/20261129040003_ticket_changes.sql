-- What changed since a moment: the figures of these days are counted again.
create index support_ticket_answered on tenant.support_ticket (district_id, answered_at) where answered_at is not null;
