-- The time of the mark that the device showed when it was tapped: what is not later was known, and is no conflict.
alter table tenant.attendance_mark add column seen_at timestamptz;
