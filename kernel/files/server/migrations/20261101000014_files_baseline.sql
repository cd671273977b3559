-- A file that somebody uploads, or that we made for somebody. Its bytes are in the object store under its id: in
-- quarantine until they were looked at, then among the files.
create table tenant.file (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  person_id    uuid not null,
  name         text not null check (length(name) between 1 and 200),
  suffix       text not null,
  kind         text not null check (kind in ('image', 'video', 'audio', 'pdf', 'txt', 'word', 'ppt', 'excel', 'zip')),
  -- Before it was looked at: what the browser said. Afterwards: what is kept.
  size         bigint not null check (size >= 0),
  -- Tells files of one name and size apart, for going on with an upload.
  mark         text not null default '' check (length(mark) <= 60),
  -- removing: its objects are being deleted, and nothing may hold on to it any more
  status       text not null check (status in ('uploading', 'checking', 'ready', 'refused', 'removing')),
  -- The name that the object store gave to this upload in parts.
  upload_id    text,
  words        text not null default '',
  content_type text not null default 'application/octet-stream',
  sha256       bytea check (length(sha256) = 32),
  width        int,
  height       int,
  has_thumb    boolean not null default false,
  created_at   timestamptz not null,
  -- Since when nothing holds it; null while something does.
  unclaimed_at timestamptz,
  -- What lies in the object store is sealed there under the district's key, in chunks; what was stored before is not.
  is_sealed    boolean not null default false,
  -- A file with whole numbers: it goes when it was downloaded once, and at this moment in any case.
  expires_at   timestamptz,
  primary key (district_id, id),
  constraint file_ready_whole check (status <> 'ready' or sha256 is not null)
);
-- going on with an upload: the unfinished one of the same file by the same person; and how many somebody has waiting
create index file_unclaimed_person on tenant.file (district_id, person_id, name) where unclaimed_at is not null;
-- the hourly sweep takes what nothing has held for a day
create index file_unclaimed on tenant.file (district_id, unclaimed_at) where unclaimed_at is not null;
-- the hourly sweep: whether any file still has the content that a preview was made of
create index file_content on tenant.file (district_id, sha256) where sha256 is not null;
-- the hourly sweep takes those whose moment has come
create index file_once on tenant.file (district_id, expires_at) where expires_at is not null;
alter table tenant.file enable row level security;
alter table tenant.file force row level security;
create policy own_district on tenant.file using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.file to portal_app;

-- What holds a file: a record of some module. Whoever may read the record may read the file.
create table tenant.file_claim (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  file_id     uuid not null,
  owner_kind  text not null check (length(owner_kind) between 1 and 40),
  owner_id    uuid not null,
  slot        text not null default '' check (length(slot) <= 40),
  sort        int not null,
  -- Links carry it: with a new one all links that were handed out are dead.
  epoch       int not null default 1,
  is_recalled boolean not null default false,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, file_id) references tenant.file (district_id, id),
  -- the files of some records; a record holds a file once
  constraint file_claim_owner unique (district_id, owner_kind, owner_id, file_id)
);
-- who holds a file
create index file_claim_file on tenant.file_claim (district_id, file_id);
-- what we made for somebody goes after a week: the sweep finds it by its kind
create index file_claim_made on tenant.file_claim (district_id, created_at) where owner_kind = 'task';
alter table tenant.file_claim enable row level security;
alter table tenant.file_claim force row level security;
create policy own_district on tenant.file_claim using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.file_claim to portal_app;

-- The PDF that stands for the content of an office document: made once a district, however many files hold the same.
create table tenant.file_preview (
  district_id int not null default tenant.current_district(),
  sha256      bytea not null check (length(sha256) = 32),
  -- removing: its object is being deleted
  state       text not null check (state in ('making', 'ready', 'failed', 'removing')),
  -- Of the converter: what an older one made is made again when somebody asks for it.
  version     int not null,
  pages       int check (pages > 0),
  -- Why it failed.
  reason      text check (reason in ('unreadable', 'too-large', 'too-long')),
  tries       int not null,
  asked_at    timestamptz not null,
  primary key (district_id, sha256),
  constraint file_preview_whole check ((state = 'ready') = (pages is not null) and (state = 'failed') = (reason is not null))
);
alter table tenant.file_preview enable row level security;
alter table tenant.file_preview force row level security;
create policy own_district on tenant.file_preview using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.file_preview to portal_app;

-- What a zip was packed of, and by which claim each could be read when it was asked for. Who recalls a file, or lets go
-- of it, recalls the zips that it is in.
create table tenant.file_source (
  district_id int not null default tenant.current_district(),
  zip_id      uuid not null,
  -- It may be gone before the zip is.
  file_id     uuid not null,
  -- null: one's own upload that nothing held
  claim_id    uuid,
  epoch       int not null,
  primary key (district_id, zip_id, file_id),
  foreign key (district_id, zip_id) references tenant.file (district_id, id) on delete cascade
);
alter table tenant.file_source enable row level security;
alter table tenant.file_source force row level security;
create policy own_district on tenant.file_source using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.file_source to portal_app;
