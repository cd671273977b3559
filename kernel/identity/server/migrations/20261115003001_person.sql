-- A human being as one district knows him or her. Numbers are encrypted; they are found by keyed hash.
create table tenant.person (
  district_id      int not null default tenant.current_district(),
  id               uuid not null,
  account_id       uuid,
  name             text not null check (length(name) between 1 and 50),
  pinyin           text not null default '',
  pinyin_initials  text not null default '',
  sex              text check (sex in ('男', '女')),
  id_card          bytea,
  id_card_hash     bytea,
  phone            bytea,
  phone_hash       bytea,
  phone_tail_hash  bytea,
  version          int not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (district_id, id),
  constraint person_id_card_whole check ((id_card is null) = (id_card_hash is null)),
  constraint person_phone_whole check ((phone is null) = (phone_hash is null) and (phone is null) = (phone_tail_hash is null))
);

-- sign-in finds the person of an account; one account is one human
create unique index person_account on tenant.person (district_id, account_id);
-- one human is one person: 该人员已在…
create unique index person_id_card on tenant.person (district_id, id_card_hash);
-- search by a whole number and by the last four digits
create index person_phone on tenant.person (district_id, phone_hash);
create index person_phone_tail on tenant.person (district_id, phone_tail_hash);

alter table tenant.person enable row level security;
alter table tenant.person force row level security;
create policy own_district on tenant.person using (district_id = tenant.current_district());
grant select, insert, update on tenant.person to portal_app;

create view tenant.v_person with (security_invoker = true) as
  select district_id, id, account_id, name, pinyin, pinyin_initials, sex from tenant.person;
grant select on tenant.v_person to portal_app;

-- A link that lets one person choose a login name and a password. Used once; the token itself is not kept.
create table tenant.invitation (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  token_hash  bytea not null,
  person_id   uuid not null,
  expires_at  timestamptz not null,
  account_id  uuid,
  created_at  timestamptz not null,
  primary key (district_id, id),
  constraint invitation_token unique (district_id, token_hash),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);

alter table tenant.invitation enable row level security;
alter table tenant.invitation force row level security;
create policy own_district on tenant.invitation using (district_id = tenant.current_district());
grant select, insert, update on tenant.invitation to portal_app;
