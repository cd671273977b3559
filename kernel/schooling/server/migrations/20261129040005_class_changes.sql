-- What changed since a moment: the figures of these days are counted again.
create index school_class_updated on tenant.school_class (district_id, updated_at);
create index class_teacher_updated on tenant.class_teacher (district_id, updated_at);
create index teaching_assignment_updated on tenant.teaching_assignment (district_id, updated_at);
