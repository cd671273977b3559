-- A person in one district. Numbers are encrypted and found by keyed hash.
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
  -- Whether the account is bound to DingTalk; the binding itself is in the directory.
  is_bound           boolean not null default false,
  -- DingTalk company and union id, encrypted, to send notifications there.
  workplace          bytea,
  -- Login name, shown to administrators; the directory stores only its hash.
  login_name         text not null default '',
  -- Start of the transaction that last changed anything that users/get returns.
  changed_at         timestamptz not null default now(),
  -- The person into which this one was merged.
  merged_into        uuid,
  -- Hash of an ID number that the person entered and nobody verified. It is stored and displayed, but not used to find
  -- the person, and it does not block a school from entering the same number: then a merge is proposed.
  id_card_claim_hash bytea,
  primary key (district_id, id),
  constraint person_phone_whole check ((phone is null) = (phone_hash is null) and (phone is null) = (phone_tail_hash is null)),
  constraint person_merged_into foreign key (district_id, merged_into) references tenant.person (district_id, id),
  constraint person_id_card_whole check (
    num_nonnulls(id_card_hash, id_card_claim_hash) = case when id_card is null then 0 else 1 end
  )
);
-- sign-in: the person of an account; one person per account
create unique index person_account on tenant.person (district_id, account_id);
-- one person per ID number: 该人员已在…
create unique index person_id_card on tenant.person (district_id, id_card_hash);
-- search by a whole number and by the last four digits
create index person_phone on tenant.person (district_id, phone_hash);
create index person_phone_tail on tenant.person (district_id, phone_tail_hash);
-- search of staff by a part of the name: no index supports two characters in the middle of a name, so an index-only
-- scan reads all names (the id is included to avoid reading the rows)
create index person_words on tenant.person (district_id) include (id, name, pinyin, pinyin_initials);
-- users/get: persons changed since
create index person_changed on tenant.person (district_id, changed_at) include (id);
-- persons merged into these, whose preferences still apply
create index person_merged on tenant.person (district_id, merged_into) where merged_into is not null;
-- Search of pupils of a whole district by the beginning of a name, and order by pinyin: ten times as many rows as
-- staff, too many to scan `person_words`. Comparisons with collation "C" are leakproof, so that these indexes work
-- under row-level security; `like` does not.
create index person_by_name on tenant.person (district_id, name collate "C", id);
create index person_by_pinyin on tenant.person (district_id, pinyin collate "C", id);
create index person_by_initials on tenant.person (district_id, pinyin_initials collate "C", id);
-- persons who claimed an ID number that a school enters
create index person_id_card_claim on tenant.person (district_id, id_card_claim_hash) where id_card_claim_hash is not null;
alter table tenant.person enable row level security;
alter table tenant.person force row level security;
create policy own_district on tenant.person using (district_id = tenant.current_district());
-- Delete: undoing an import deletes the persons it created.
grant select, insert, update, delete on tenant.person to portal_app;

-- Read by other modules. The key of the avatar is not exposed, only whether there is one.
create view tenant.v_person with (security_invoker = true) as
  select district_id, id, account_id, name, pinyin, pinyin_initials, sex, avatar_key is not null as has_avatar
  from tenant.person;
grant select on tenant.v_person to portal_app;

-- Invitation link with which a person chooses a login name and a password. Valid once; only the hash of the token is
-- stored.
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
-- whether a person is invited
create index invitation_person on tenant.invitation (district_id, person_id, expires_at desc);
alter table tenant.invitation enable row level security;
alter table tenant.invitation force row level security;
create policy own_district on tenant.invitation using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.invitation to portal_app;

-- Two persons of the district have the same ID number: an administrator decides whether to merge them.
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
-- one open proposal per pair; sign-in checks whether a person has one
create unique index merge_proposal_open on tenant.merge_proposal (district_id, person_id, other_person_id) where status = 'open';
-- proposals by status
create index merge_proposal_status on tenant.merge_proposal (district_id, status, created_at);
-- proposals that refer to a person to be deleted
create index merge_proposal_other on tenant.merge_proposal (district_id, other_person_id);
alter table tenant.merge_proposal enable row level security;
alter table tenant.merge_proposal force row level security;
create policy own_district on tenant.merge_proposal using (district_id = tenant.current_district());
grant select, insert, update on tenant.merge_proposal to portal_app;

-- Read by kernel/staff. Numbers stay encrypted; kernel/identity decrypts them. The version tells whether a person was
-- changed since an import. An ID number that is only claimed must not be used for decisions.
create view tenant.v_staff_person with (security_invoker = true) as
  select district_id, id, account_id, name, pinyin, pinyin_initials, sex, login_name, is_bound, merged_into, changed_at,
         phone, phone_hash, phone_tail_hash, id_card, id_card_hash, version, id_card_claim_hash is not null as id_card_is_claim
  from tenant.person;
grant select on tenant.v_staff_person to portal_app;

-- Read by kernel/staff.
create view tenant.v_merge_proposal with (security_invoker = true) as
  select district_id, id, person_id, other_person_id, status, created_at, decided_at from tenant.merge_proposal;
grant select on tenant.v_merge_proposal to portal_app;
