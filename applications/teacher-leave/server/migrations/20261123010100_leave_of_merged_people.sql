-- When two people are merged, the lots of one become those of the other, with all their rows. Nothing else of a row ever
-- changes.
grant update (person_id) on tenant.leave_ledger to portal_app;
-- the rows of a lot
create index leave_ledger_lot on tenant.leave_ledger (district_id, lot_id);
