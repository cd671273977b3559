-- A company that offers applications to districts. Contact and phone are encrypted with the master key and bound to the
-- row, like directory.account_totp.
create table directory.developer (
  id          uuid primary key,
  company     text not null check (length(company) between 2 and 50),
  credit_code text not null unique check (length(credit_code) = 18),
  contact     text not null,
  phone       text not null,
  -- 0 待审 1 正常 2 退回 3 停用
  status      int not null default 0 check (status in (0, 1, 2, 3)),
  reason      text not null default '' check (length(reason) <= 200),
  -- The version of the agreement that was accepted.
  agreement   int not null,
  created_at  timestamptz not null,
  decided_at  timestamptz,
  decided_by  uuid references directory.account (id),
  version     int not null default 1
);
-- companies by state, newest first
create index developer_status on directory.developer (status, created_at desc, id desc);
create index developer_decided_by on directory.developer (decided_by) where decided_by is not null;
grant select, insert, update on directory.developer to portal_directory;

-- An account works for one company at a time.
create table directory.developer_member (
  account_id   uuid primary key references directory.account (id),
  developer_id uuid not null references directory.developer (id),
  name         text not null,
  role         text not null check (role in ('develop', 'operate', 'read')),
  -- Registered the company, and decides about the other members.
  is_owner     boolean not null default false,
  created_at   timestamptz not null
);
create index developer_member_of on directory.developer_member (developer_id);
grant select, insert, update, delete on directory.developer_member to portal_directory;

-- The districts in which a company has applications or wants some. Written before the row in the district.
create table directory.developer_district (
  developer_id uuid not null references directory.developer (id),
  district_id  int not null references directory.district (id),
  created_at   timestamptz not null,
  primary key (developer_id, district_id)
);
create index developer_district_of on directory.developer_district (district_id);
grant select, insert on directory.developer_district to portal_directory;
