-- Notes of requests and answers may say why somebody is not there, as the reason does: encrypted from now on. Plain notes
-- cannot be encrypted here and are not kept.
alter table tenant.cover_request drop column note;
alter table tenant.cover_request add column note bytea;
alter table tenant.cover_ask drop column note;
alter table tenant.cover_ask add column note bytea;
