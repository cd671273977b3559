-- An uploaded or generated file. The content is in the object store under the id: in quarantine until it is checked,
-- then in the bucket of files.
create table tenant.file (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  person_id    uuid not null,
  name         text not null check (length(name) between 1 and 200),
  suffix       text not null,
  kind         text not null check (kind in ('image', 'video', 'audio', 'pdf', 'txt', 'word', 'ppt', 'excel', 'zip')),
  -- As declared by the browser until the content is checked, then the real size.
  size         bigint not null check (size >= 0),
  -- Fingerprint that tells files of the same name and size apart, to resume an upload.
  mark         text not null default '' check (length(mark) <= 60),
  -- removing: the objects are being deleted; the file cannot be claimed any more.
  status       text not null check (status in ('uploading', 'checking', 'ready', 'refused', 'removing')),
  -- Multipart upload id of the object store.
  upload_id    text,
  message      text not null default '',
  content_type text not null default 'application/octet-stream',
  sha256       bytea check (length(sha256) = 32),
  width        int,
  height       int,
  has_thumb    boolean not null default false,
  created_at   timestamptz not null,
  -- Since when no record claims the file; null while a record does.
  unclaimed_at timestamptz,
  -- Content is encrypted in chunks with the key of the district.
  is_sealed    boolean not null default false,
  -- For files with unmasked numbers: deleted after the first download, or at this time.
  expires_at   timestamptz,
  primary key (district_id, id),
  constraint file_ready_whole check (status <> 'ready' or sha256 is not null)
);
-- resuming an upload: the unfinished upload of the same file by the same person; counting unfinished uploads
create index file_unclaimed_person on tenant.file (district_id, person_id, name) where unclaimed_at is not null;
-- hourly cleanup of files unclaimed for a day
create index file_unclaimed on tenant.file (district_id, unclaimed_at) where unclaimed_at is not null;
-- hourly cleanup: whether a file with the content of a preview still exists
create index file_content on tenant.file (district_id, sha256) where sha256 is not null;
-- hourly cleanup of expired files
create index file_once on tenant.file (district_id, expires_at) where expires_at is not null;
alter table tenant.file enable row level security;
alter table tenant.file force row level security;
create policy own_district on tenant.file using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.file to portal_app;

-- A claim of a record on a file. Whoever may read the record may read the file.
create table tenant.file_claim (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  file_id     uuid not null,
  owner_kind  text not null check (length(owner_kind) between 1 and 40),
  owner_id    uuid not null,
  slot        text not null default '' check (length(slot) <= 40),
  sort        int not null,
  -- Part of every link: a new epoch invalidates all links issued before.
  epoch       int not null default 1,
  is_recalled boolean not null default false,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, file_id) references tenant.file (district_id, id),
  -- files of records; a record claims a file once
  constraint file_claim_owner unique (district_id, owner_kind, owner_id, file_id)
);
-- claims of a file
create index file_claim_file on tenant.file_claim (district_id, file_id);
-- cleanup of generated files after a week
create index file_claim_made on tenant.file_claim (district_id, created_at) where owner_kind = 'task';
alter table tenant.file_claim enable row level security;
alter table tenant.file_claim force row level security;
create policy own_district on tenant.file_claim using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.file_claim to portal_app;

-- PDF preview of an office document, made once per district and content.
create table tenant.file_preview (
  district_id  int not null default tenant.current_district(),
  sha256       bytea not null check (length(sha256) = 32),
  -- removing: the object is being deleted.
  state        text not null check (state in ('making', 'ready', 'failed', 'removing')),
  -- Version of the converter: previews of an older version are made again on demand.
  version      int not null,
  pages        int check (pages > 0),
  -- Why it failed.
  reason       text check (reason in ('unreadable', 'too-large', 'too-long')),
  tries        int not null,
  requested_at timestamptz not null,
  primary key (district_id, sha256),
  constraint file_preview_whole check ((state = 'ready') = (pages is not null) and (state = 'failed') = (reason is not null))
);
alter table tenant.file_preview enable row level security;
alter table tenant.file_preview force row level security;
create policy own_district on tenant.file_preview using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.file_preview to portal_app;

-- Files packed into a zip, with the claim that allowed reading each of them. Recalling or releasing a file also recalls
-- the zips that contain it.
create table tenant.file_source (
  district_id int not null default tenant.current_district(),
  zip_id      uuid not null,
  -- The file may be deleted before the zip.
  file_id     uuid not null,
  -- null: an unclaimed upload of the requester
  claim_id    uuid,
  epoch       int not null,
  primary key (district_id, zip_id, file_id),
  foreign key (district_id, zip_id) references tenant.file (district_id, id) on delete cascade
);
alter table tenant.file_source enable row level security;
alter table tenant.file_source force row level security;
create policy own_district on tenant.file_source using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.file_source to portal_app;
