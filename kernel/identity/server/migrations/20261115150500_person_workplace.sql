-- Whom a person is bound to at a workplace (DingTalk: company and union id), encrypted: for telling her something there.
alter table tenant.person add column workplace bytea;
