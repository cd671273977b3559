-- What changed since a moment: the figures of these days are counted again.
create index enrolment_updated on tenant.enrolment (district_id, updated_at);
create index student_change_undone on tenant.student_change (district_id, undone_at) where undone_at is not null;
create index guardian_link_updated on tenant.guardian_link (district_id, updated_at);
