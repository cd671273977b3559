-- What changed since a moment: the figures of these days are counted again.
create index attendance_session_updated on tenant.attendance_session (district_id, updated_at);
create index absence_case_updated on tenant.absence_case (district_id, updated_at);
