-- Rules of approval. The steps are a checked document; a version never changes after it was published.
create table tenant.flow_definition (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  -- Null: the rules that the subject is shipped with.
  org_id       uuid,
  subject      text not null check (length(subject) between 1 and 60),
  version      int not null check (version > 0),
  status       text not null check (status in ('draft', 'published', 'disabled')),
  inherit      text not null check (inherit in ('must', 'may', 'own')),
  rules        jsonb not null,
  created_by   uuid,
  created_at   timestamptz not null,
  published_at timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  constraint flow_definition_version unique nulls not distinct (district_id, org_id, subject, version)
);
-- rules of an organisation for a subject: one version is in use
create unique index flow_definition_published on tenant.flow_definition (district_id, subject, org_id) nulls not distinct
  where status = 'published';
-- foreign key check when an organisation is deleted
create index flow_definition_org on tenant.flow_definition (district_id, org_id);
select tenant.wall('flow_definition', 'select', 'insert', 'update');

-- One request on its way. Its row is locked by every action, so that two people who decide at once come one after the
-- other.
create table tenant.flow_instance (
  district_id         int not null default tenant.current_district(),
  id                  uuid not null,
  subject             text not null check (length(subject) between 1 and 60),
  subject_id          text not null check (length(subject_id) between 1 and 80),
  definition_id       uuid not null,
  org_id              uuid not null,
  applicant_person_id uuid not null,
  -- The identity of the applicant: a membership, or that of a family.
  applicant_id        uuid not null,
  title               text not null check (length(title) between 1 and 200),
  status              text not null
    check (status in ('draft', 'running', 'approved', 'rejected', 'recalled', 'returned', 'terminated', 'void')),
  round               int not null check (round > 0),
  -- Steps and branches whose condition the values do not meet; those that wait; branches that are through.
  skipped             text[] not null,
  active              text[] not null,
  finished_branches   text[] not null,
  -- 直达退回人: where the flow goes on after a step.
  resumes             jsonb not null,
  -- The submitted values, encrypted, and the approvers whom the applicant chose, by step.
  submitted           bytea not null,
  submitted_at        timestamptz not null,
  finished_at         timestamptz,
  log_count           int not null check (log_count > 0),
  primary key (district_id, id),
  foreign key (district_id, definition_id) references tenant.flow_definition (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, applicant_person_id) references tenant.person (district_id, id)
);
-- one flow of a record at a time
create unique index flow_instance_running on tenant.flow_instance (district_id, subject, subject_id)
  where status in ('running', 'returned');
-- flows of records, newest first
create index flow_instance_subject on tenant.flow_instance (district_id, subject, subject_id, submitted_at desc);
-- 我发起的, newest first
create index flow_instance_applicant on tenant.flow_instance (district_id, applicant_person_id, submitted_at desc, id desc);
-- open flows of an applicant who leaves
create index flow_instance_applicant_open on tenant.flow_instance (district_id, applicant_id)
  where status in ('running', 'returned');
-- flows of an organisation that is merged or deleted
create index flow_instance_org on tenant.flow_instance (district_id, org_id, status);
select tenant.wall('flow_instance', 'select', 'insert', 'update');

create table tenant.flow_task (
  district_id       int not null default tenant.current_district(),
  id                uuid not null,
  instance_id       uuid not null,
  -- The order of the tasks of a flow.
  seq               int not null,
  step              text not null check (length(step) <= 40),
  round             int not null,
  group_no          int not null,
  seat              int not null,
  person_id         uuid not null,
  member_id         uuid not null,
  source            text not null
    check (source in ('assigned', 'transferred', 'added-before', 'added-after', 'handover', 'reassigned', 'escalated')),
  parent_id         uuid,
  status            text not null check (status in
    ('waiting', 'open', 'approved', 'rejected', 'transferred', 'returned', 'skipped', 'cancelled', 'suspended')),
  opinion           bytea,
  signature_file_id uuid,
  decided_by        uuid,
  arrived_at        timestamptz,
  due_at            timestamptz,
  finished_at       timestamptz,
  remind_count      int not null default 0,
  reminded_at       timestamptz,
  is_void           boolean not null default false,
  primary key (district_id, id),
  constraint flow_task_order unique (district_id, instance_id, seq),
  foreign key (district_id, instance_id) references tenant.flow_instance (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
-- 待我审批 and its count, newest first: only what waits, however much is done
create index flow_task_inbox on tenant.flow_task (district_id, person_id, arrived_at desc, id desc)
  where status = 'open';
-- 已办, newest first, also what somebody decided as a deputy
create index flow_task_done on tenant.flow_task (district_id, decided_by, finished_at desc, id desc)
  where decided_by is not null;
-- tasks of somebody who leaves
create index flow_task_member on tenant.flow_task (district_id, member_id)
  where status in ('waiting', 'open', 'suspended');
select tenant.wall('flow_task', 'select', 'insert', 'update');

-- Everything that was done to a flow. The entries of a flow give its state.
create table tenant.flow_log (
  district_id  int not null default tenant.current_district(),
  at           timestamptz not null,
  id           uuid not null,
  instance_id  uuid not null,
  seq          int not null,
  action       text not null,
  -- Null: by the system.
  person_id    uuid,
  on_behalf_of uuid,
  task_id      uuid,
  -- Without the opinion, which is encrypted.
  entry        jsonb not null,
  opinion      bytea,
  address      text not null default '' check (length(address) <= 60),
  primary key (district_id, at, id)
) partition by range (at);
-- the time line of a flow
create index flow_log_instance on tenant.flow_log (district_id, instance_id, seq);
select tenant.wall('flow_log', 'select', 'insert');
select tenant.ensure_month_partitions('flow_log', (current_date - interval '3 months')::date, 17);

create table tenant.flow_copy (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  instance_id  uuid not null,
  person_id    uuid not null,
  member_id    uuid not null,
  by_person_id uuid,
  copied_at    timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, instance_id) references tenant.flow_instance (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  constraint flow_copy_once unique (district_id, instance_id, person_id)
);
-- 抄送我的, newest first
create index flow_copy_person on tenant.flow_copy (district_id, person_id, copied_at desc, id desc);
select tenant.wall('flow_copy', 'select', 'insert');

-- 审批代理: somebody decides for somebody else, on these days.
create table tenant.flow_delegation (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  from_person_id uuid not null,
  to_person_id   uuid not null,
  -- Empty: all subjects.
  subjects       text[] not null,
  begins_on      date not null,
  -- The first day after it.
  over_on        date not null,
  -- The leave request that it belongs to; empty if it was entered by hand.
  source         text not null check (length(source) <= 80),
  created_by     uuid not null,
  created_at     timestamptz not null,
  cancelled_at   timestamptz,
  primary key (district_id, id),
  foreign key (district_id, from_person_id) references tenant.person (district_id, id),
  foreign key (district_id, to_person_id) references tenant.person (district_id, id),
  check (over_on > begins_on),
  check (from_person_id <> to_person_id)
);
-- for whom a person decides
create index flow_delegation_to on tenant.flow_delegation (district_id, to_person_id, over_on) where cancelled_at is null;
-- deputies of a person
create index flow_delegation_from on tenant.flow_delegation (district_id, from_person_id, over_on) where cancelled_at is null;
select tenant.wall('flow_delegation', 'select', 'insert', 'update');
