-- A session that was opened by scanning a QR code belongs to the one that scanned: it ends with it and not later.
alter table tenant.session add column scanned_by uuid;
create index session_scanned_by on tenant.session (district_id, scanned_by) where scanned_by is not null;
