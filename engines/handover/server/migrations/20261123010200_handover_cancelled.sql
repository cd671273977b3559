-- A transfer that was refused or withdrawn ends the hand-over that it began.
alter table tenant.handover_case
  drop constraint handover_case_status_check,
  add constraint handover_case_status_check check (status in ('waiting', 'running', 'done', 'forced', 'cancelled')),
  drop constraint handover_case_closed,
  add constraint handover_case_closed check ((status in ('done', 'forced', 'cancelled')) = (closed_at is not null));
