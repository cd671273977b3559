-- A profession of a vocational school, or a combination of three subjects of a high school.
create table tenant.profession (
  district_id       int not null default tenant.current_district(),
  id                uuid not null,
  org_id            uuid not null,
  name              text not null check (length(name) between 1 and 30),
  code              text not null default '' check (length(code) <= 20),
  kind              text not null check (kind in ('profession', 'combination')),
  years             int check (years between 1 and 6),
  first_subject_id  uuid,
  second_subject_id uuid,
  third_subject_id  uuid,
  stages            smallint[] not null,
  is_disabled       boolean not null default false,
  version           int not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, first_subject_id) references tenant.subject (district_id, id),
  foreign key (district_id, second_subject_id) references tenant.subject (district_id, id),
  foreign key (district_id, third_subject_id) references tenant.subject (district_id, id),
  constraint profession_subjects check (
    kind = 'profession' or (first_subject_id <> second_subject_id and first_subject_id <> third_subject_id
      and second_subject_id <> third_subject_id and num_nonnulls(first_subject_id, second_subject_id, third_subject_id) = 3))
);
-- the professions of a school, by name; an import finds them by it
create unique index profession_name on tenant.profession (district_id, org_id, name);
select tenant.wall('profession', 'select', 'insert', 'update', 'delete');
