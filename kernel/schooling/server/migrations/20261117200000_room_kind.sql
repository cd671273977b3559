alter table tenant.room add constraint room_kind
  check (kind in ('classroom', 'lab', 'computer', 'music', 'art', 'sports', 'library', 'hall', 'other'));
