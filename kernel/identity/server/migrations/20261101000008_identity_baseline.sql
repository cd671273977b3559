-- A human being as one district knows him or her. Numbers are encrypted; they are found by keyed hash.
create table tenant.person (
  district_id        int not null default tenant.current_district(),
  id                 uuid not null,
  account_id         uuid,
  name               text not null check (length(name) between 1 and 50),
  pinyin             text not null default '',
  pinyin_initials    text not null default '',
  sex                text check (sex in ('男', '女')),
  id_card            bytea,
  id_card_hash       bytea,
  phone              bytea,
  phone_hash         bytea,
  phone_tail_hash    bytea,
  version            int not null default 1,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  avatar_key         text,
  -- Whether this person's account is bound to DingTalk; the binding itself is in the directory.
  is_bound           boolean not null default false,
  -- Whom a person is bound to at a workplace (DingTalk: company and union id), encrypted: for telling her something there.
  workplace          bytea,
  -- The name that the person types at the door, for those who run the place; the directory keeps only its hash.
  login_name         text not null default '',
  -- When something changed that users/get tells: the start of the transaction that changed it.
  changed_at         timestamptz not null default now(),
  -- The person whom this one turned out to be; it has no place of its own any more.
  merged_into        uuid,
  -- An ID number that somebody has told of himself and nobody has looked at. It is kept and shown, but nobody is found by it,
  -- and whoever is entered with the same number by a school is not kept from having it: then the two are proposed as one.
  id_card_claim_hash bytea,
  primary key (district_id, id),
  constraint person_phone_whole check ((phone is null) = (phone_hash is null) and (phone is null) = (phone_tail_hash is null)),
  constraint person_merged_into foreign key (district_id, merged_into) references tenant.person (district_id, id),
  constraint person_id_card_whole check (
    num_nonnulls(id_card_hash, id_card_claim_hash) = case when id_card is null then 0 else 1 end
  )
);
-- sign-in finds the person of an account; one account is one human
create unique index person_account on tenant.person (district_id, account_id);
-- one human is one person: 该人员已在…
create unique index person_id_card on tenant.person (district_id, id_card_hash);
-- search by a whole number and by the last four digits
create index person_phone on tenant.person (district_id, phone_hash);
create index person_phone_tail on tenant.person (district_id, phone_tail_hash);
-- searching staff by a part of the name: no index finds two characters in the middle of a word, so all names are walked
-- through without touching the rows (the id is only carried along)
create index person_words on tenant.person (district_id) include (id, name, pinyin, pinyin_initials);
-- users/get: who changed since
create index person_changed on tenant.person (district_id, changed_at) include (id);
-- who went up in these people: what they had chosen for themselves still counts
create index person_merged on tenant.person (district_id, merged_into) where merged_into is not null;
-- Pupils of a whole district are looked for by how a name begins, and listed by pinyin: ten times as many people as the staff,
-- too many to walk through `person_words`. Ranges of plain text in the order of its bytes are leakproof, so these indexes
-- answer behind the wall; `like` would not.
create index person_by_name on tenant.person (district_id, name collate "C", id);
create index person_by_pinyin on tenant.person (district_id, pinyin collate "C", id);
create index person_by_initials on tenant.person (district_id, pinyin_initials collate "C", id);
-- who has claimed a number that a school enters
create index person_id_card_claim on tenant.person (district_id, id_card_claim_hash) where id_card_claim_hash is not null;
alter table tenant.person enable row level security;
alter table tenant.person force row level security;
create policy own_district on tenant.person using (district_id = tenant.current_district());
-- An import that is taken back takes its people with it, and the links that were on their way to them.
grant select, insert, update, delete on tenant.person to portal_app;

-- Whether there is a picture to ask for; where it lies is nobody else's business.
create view tenant.v_person with (security_invoker = true) as
  select district_id, id, account_id, name, pinyin, pinyin_initials, sex, avatar_key is not null as has_avatar
  from tenant.person;
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
-- whether somebody is invited
create index invitation_person on tenant.invitation (district_id, person_id, expires_at desc);
alter table tenant.invitation enable row level security;
alter table tenant.invitation force row level security;
create policy own_district on tenant.invitation using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.invitation to portal_app;

-- Two persons of the district gave the same ID number: an administrator looks at it, nothing happens by itself.
create table tenant.merge_proposal (
  district_id     int not null default tenant.current_district(),
  id              uuid not null,
  person_id       uuid not null,
  other_person_id uuid not null,
  status          text not null default 'open' check (status in ('open', 'merged', 'refused')),
  created_at      timestamptz not null,
  decided_at      timestamptz,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, other_person_id) references tenant.person (district_id, id)
);
-- one open proposal for two persons, however often it is tried; sign-in asks whether somebody has one
create unique index merge_proposal_open on tenant.merge_proposal (district_id, person_id, other_person_id) where status = 'open';
-- the list of proposals, by state
create index merge_proposal_status on tenant.merge_proposal (district_id, status, created_at);
-- whether anybody refers to somebody who is to be removed
create index merge_proposal_other on tenant.merge_proposal (district_id, other_person_id);
alter table tenant.merge_proposal enable row level security;
alter table tenant.merge_proposal force row level security;
create policy own_district on tenant.merge_proposal using (district_id = tenant.current_district());
grant select, insert, update on tenant.merge_proposal to portal_app;

-- What kernel/staff reads of a person beyond the name: the numbers stay encrypted, kernel/identity opens them.
-- Whether somebody has been written to since: an import that is taken back leaves what others have changed.
-- Whether the number is only claimed: what is decided by it is decided without it.
create view tenant.v_staff_person with (security_invoker = true) as
  select district_id, id, account_id, name, pinyin, pinyin_initials, sex, login_name, is_bound, merged_into, changed_at,
         phone, phone_hash, phone_tail_hash, id_card, id_card_hash, version, id_card_claim_hash is not null as id_card_is_claim
  from tenant.person;
grant select on tenant.v_staff_person to portal_app;

-- What kernel/staff shows of two persons who may be one.
create view tenant.v_merge_proposal with (security_invoker = true) as
  select district_id, id, person_id, other_person_id, status, created_at, decided_at from tenant.merge_proposal;
grant select on tenant.v_merge_proposal to portal_app;
