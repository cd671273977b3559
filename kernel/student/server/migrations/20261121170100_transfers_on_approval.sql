-- Who decides, when and with which opinion is kept by the approval. No installation is live, so requests that are open
-- in development databases are not carried over.
alter table tenant.student_transfer
  drop column opinion,
  drop column decided_by,
  drop column decided_at;
