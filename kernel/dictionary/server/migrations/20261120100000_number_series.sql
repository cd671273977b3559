-- 编号: the last number of a series of an organisation in a year. A number is taken by an update of this row in the
-- transaction of its record: the next one waits, and a number that is rolled back is given again, so there are no gaps.
create table tenant.number_series (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  code        text not null check (code ~ '^[a-z][a-z0-9.-]{0,39}$'),
  year        int not null check (year between 2000 and 2100),
  last_number int not null check (last_number > 0),
  primary key (district_id, org_id, code, year),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
select tenant.wall('number_series', 'select', 'insert', 'update');

-- Every number that was given. A number that is not used is void; it stays here and is never given again.
create table tenant.issued_number (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  code        text not null,
  year        int not null,
  number      int not null,
  -- As printed: 明教发〔2026〕12号.
  text        text not null check (length(text) between 1 and 60),
  record_id   uuid not null,
  issued_by   uuid not null,
  issued_at   timestamptz not null,
  void_reason text check (length(void_reason) between 1 and 200),
  voided_by   uuid,
  voided_at   timestamptz,
  primary key (district_id, org_id, code, year, number),
  foreign key (district_id, org_id, code, year) references tenant.number_series (district_id, org_id, code, year),
  check ((void_reason is null) = (voided_at is null))
);
-- A record has one number of a series at a time, and each text stands for one number.
create unique index issued_number_record on tenant.issued_number (district_id, code, record_id) where voided_at is null;
create unique index issued_number_text on tenant.issued_number (district_id, org_id, code, text);
select tenant.wall('issued_number', 'select', 'insert', 'update');
