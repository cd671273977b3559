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

-- the hourly sweep: whether any file still has the content that a preview was made of
create index file_content on tenant.file (district_id, sha256) where sha256 is not null;
