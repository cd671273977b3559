-- 外观: the theme that the person has chosen, on every device.
alter table tenant.person
  add column theme text not null default 'system' check (theme in ('light', 'dark', 'system'));
