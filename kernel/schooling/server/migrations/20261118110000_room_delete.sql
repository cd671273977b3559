-- The undo of an import deletes the rooms that it has created.
grant delete on tenant.room to portal_app;
